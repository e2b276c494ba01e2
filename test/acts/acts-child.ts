// A night of two acts in a process of its own that dies at a probe: the first of this name, or the nth (`applied:2`).
import { writeSync } from 'node:fs';
import { parseHomeSettings } from '../../src/config/config.ts';
import { dreamAct } from '../../src/dream/dream.ts';
import { realWorld } from '../../src/wire/wire.ts';
import { answering, dreamerNamed } from '../dreamers.ts';
import { sleepOnce } from '../sleep.ts';
import { tidyAct } from './tidy-act.ts';

const [folder = '', at = ''] = process.argv.slice(2);
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
const world = answering({ ...real, probe }, () => '- old: the port is 8080 -> - new: the port is 8080');
const { receipt } = await sleepOnce(
  { world, home, settings, agent: 'waldo' },
  { env: {}, isForced: true, acts: [tidyAct(), dreamAct], dreamers: { tidy: dreamerNamed('small') } },
);
writeSync(1, `${JSON.stringify({ outcome: receipt.outcome, seen: [...seen] })}\n`);
