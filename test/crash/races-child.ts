// One of many that want to sleep: forced nights as fast as it can, and a line in a shared log whenever it comes into the night and goes.
import { appendFileSync } from 'node:fs';
import { parseHomeSettings } from '../../src/config/config.ts';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import { realWorld } from '../../src/wire/wire.ts';
import type { World } from '../../src/world/world.ts';
import { sleepOnce } from '../sleep.ts';

const [folder = '', log = '', me = '', rounds = '1', stopAt = ''] = process.argv.slice(2);
const real = await realWorld();
const home = real.places.find({ cwd: folder, env: {} });
if (home === undefined) throw new Error('no home');
const settings = parseHomeSettings(
  real.files.read(home.home, 'dreamkeeper.yaml') ?? new Uint8Array(),
  'dreamkeeper.yaml',
  '-',
);

const say = (what: object): void => appendFileSync(log, `${JSON.stringify({ me, pid: process.pid, ...what })}\n`);
let isInside = false;
const probe = (name: string): void => {
  if (name === 'lease') {
    isInside = true;
    say({ what: 'enter' });
  }
  // Stops itself at a place, so that somebody can pull the rug away.
  if (name === stopAt) {
    say({ what: 'stopped' });
    process.kill(process.pid, 'SIGSTOP');
  }
};
// Said while the lock is still held: to let go is the last thing a night does.
const stores: World['stores'] = {
  ...real.stores,
  open: (privateDir) => {
    const store = real.stores.open(privateDir);
    return {
      ...store,
      endLease: (lease) => {
        store.endLease(lease);
        if (isInside) say({ what: 'leave' });
        isInside = false;
      },
    };
  },
};
const world: World = { ...real, probe, stores };
for (let round = 0; round < Number(rounds); round += 1) {
  try {
    const { receipt } = await sleepOnce({ world, home, settings, agent: 'waldo' }, { isForced: true, env: {} });
    const { outcome, reason, message, id, entry } = receipt;
    say({ what: 'receipt', outcome, reason, message, id, entry });
    // Whoever has to wait asks again soon, but leaves the others some of the machine.
    if (outcome === 'held') await real.pause(10 + Math.random() * 60);
  } catch (error) {
    const code = error instanceof DreamkeeperError ? error.code : 'not ours';
    say({ what: 'threw', code, message: error instanceof Error ? error.stack : String(error) });
  }
}
