// A curation, or an approval, in a process of its own that dies at a probe: the first of this name, or the nth (`applied:2`).
import { writeSync } from 'node:fs';
import { parseHomeSettings } from '../../src/config/config.ts';
import { curateAct } from '../../src/curate/curate.ts';
import { pendingApproveIn } from '../../src/verbs/pending.ts';
import { realWorld } from '../../src/wire/wire.ts';
import { sleepOnce } from '../sleep.ts';

const [folder = '', what = '', at = ''] = process.argv.slice(2);
const real = await realWorld();
const home = real.places.find({ cwd: folder, env: {} });
if (home === undefined) throw new Error('no home');
const settings = parseHomeSettings(real.files.read(home.home, 'dreamkeeper.yaml') ?? new Uint8Array(), 'x', '-');
const [place = '', nth = '1'] = at.split(':');
const seen = new Map<string, number>();
const probe = (name: string): void => {
  seen.set(name, (seen.get(name) ?? 0) + 1);
  if (name !== place || seen.get(name) !== Number(nth)) return;
  writeSync(1, 'dead\n');
  process.kill(process.pid, 'SIGKILL');
};
const living = { world: { ...real, probe }, home, settings, agent: 'waldo' };
const outcome =
  what === 'sleep'
    ? (await sleepOnce(living, { env: {}, acts: [curateAct] })).receipt.outcome
    : (await pendingApproveIn(living, { id: what })).result;
writeSync(1, `${JSON.stringify({ outcome, seen: [...seen] })}\n`);
