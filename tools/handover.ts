// `npm run docs:handover`: replays the recorded session and writes what the next one is handed into the pages that show it.
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtBin } from '../test/built.ts';
import { blocksOf, withBlocks } from './handover-pages.ts';
import { packAfter } from './handover-replay.ts';
import { readRecorded } from './handover-session.ts';

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'dk-handover-')));
try {
  const recorded = readRecorded();
  const blocks = blocksOf(packAfter(recorded, scratch, builtBin(process.cwd())), recorded.next.told);
  for (const path of ['README.md', 'docs/pack.md']) {
    const before = readFileSync(path, 'utf8');
    const after = withBlocks(before, blocks);
    writeFileSync(path, after);
    console.log(`${path}: ${before === after ? 'as it was' : 'written anew'}`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
