// A process of its own that sleeps once, to be killed at it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHomeSettings } from '../../src/config/config.ts';
import { realWorld } from '../../src/wire/wire.ts';
import { sleepOnce } from '../sleep.ts';
import { sourceAt } from './asking.ts';
import { dreamerAt } from './asleep.ts';

const [, , url = '', project = '', time = ''] = process.argv;

const world = { ...(await realWorld()), now: () => new Date(time) };
const home = world.places.find({ cwd: project, env: {} });
if (home === undefined) throw new Error('no home');
const settings = parseHomeSettings(readFileSync(join(home.home, 'dreamkeeper.yaml')), 'dreamkeeper.yaml', 'config');
await sleepOnce(
  { world, home, settings, agent: 'waldo' },
  { env: {}, dreamer: { ...dreamerAt(url, 'chat', false), source: sourceAt(url, 'chat', false, { key: undefined }) } },
);
