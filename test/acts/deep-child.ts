// A night that consolidates and sleeps deeply, in a process of its own that dies at a probe: the first of this name, or the nth (`applied:2`).
import { writeSync } from 'node:fs';
import { parseHomeSettings } from '../../src/config/config.ts';
import { consolidateAct, deepAct } from '../../src/consolidate/consolidate.ts';
import { realWorld } from '../../src/wire/wire.ts';
import { answering, dreamerNamed } from '../dreamers.ts';
import { sleepOnce } from '../sleep.ts';

const [folder = '', at = '', now = ''] = process.argv.slice(2);
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
const time = new Date(now);
const world = answering(
  { ...real, probe, now: () => time },
  () => 'SUPERSEDED:\nnone\n\nPRIORITIES:\n- Mend the lint\n\nDIARY:\nA long day.\n',
);
const { receipt } = await sleepOnce(
  { world, home, settings, agent: 'waldo' },
  { env: {}, trigger: 'fatigue', acts: [consolidateAct, deepAct], dreamers: { deep: dreamerNamed('small') } },
);
writeSync(1, `${JSON.stringify({ outcome: receipt.outcome, reason: receipt.reason, seen: [...seen] })}\n`);
