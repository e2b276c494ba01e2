// A home with two nights and a wake, lived once in a run and shape, and copied for every damage.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { wakeUp } from '../../src/wake/wake.ts';
import { realWorld } from '../../src/wire/wire.ts';
import type { FoundHome, World } from '../../src/world/world.ts';
import { liveDay } from '../day.ts';
import { madeOnceLater } from '../made-once.ts';
import { type Sandbox, sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

export type Shape = 'nested' | 'one';

export interface Healthy {
  readonly box: Sandbox;
  readonly world: World;
  readonly home: FoundHome;
  readonly shape: Shape;
  /** The project, and the home, below the sandbox. */
  readonly project: string;
  readonly at: string;
  /** A path in the home. */
  path(name: string): string;
  /** A path in the home's private folder. */
  hidden(name: string): string;
  git(...args: readonly string[]): string;
  /** The entries, oldest first. */
  entries(): string[];
}

const templates = new Map<Shape, Promise<string>>();

async function live(test: TestContext, shape: Shape, folder: string): Promise<void> {
  const lived = await liveDay(sandbox(test), 'project', {
    shape,
    board: '* board\n** TODO first\n* log\n',
    before: { 'a.ts': 'a\n' },
    day: [{ at: '09:00', edit: 'a.ts', content: 'b\n' }],
  });
  lived.happen({ at: '09:01', task: 'mend a.ts' });
  assert.equal((await sleepOnce(lived.at('09:30'), { env: {} })).receipt.outcome, 'ran');
  assert.ok((await wakeUp(lived.at('09:40'))).commit !== null);
  lived.happen({ at: '10:00', edit: 'a.ts', content: 'c\n' });
  lived.happen({ at: '10:10', run: 'npm test', exit: 1 });
  assert.equal((await sleepOnce(lived.at('10:40'), { env: {} })).receipt.outcome, 'ran');
  cpSync(lived.project, folder, { recursive: true, preserveTimestamps: true });
}

export async function healthyHome(test: TestContext, shape: Shape): Promise<Healthy> {
  const made = templates.get(shape) ?? madeOnceLater(`healthy-${shape}`, (folder) => live(test, shape, folder));
  templates.set(shape, made);
  const box = sandbox(test);
  mkdirSync(box.path('project'));
  cpSync(await made, box.path('project'), { recursive: true, preserveTimestamps: true });
  // Nobody else is at work here, so there is nothing to wait for.
  const world: World = { ...(await realWorld(box.env)), pause: () => Promise.resolve() };
  const home = world.places.find({ cwd: box.path('project'), env: {} });
  if (home === undefined) throw new Error('there is a home');
  const at = shape === 'one' ? 'project' : 'project/.dream';
  return {
    ...{ box, world, home, shape, at, project: 'project' },
    path: (name) => join(home.home, name),
    hidden: (name) => join(home.privateDir, name),
    git: (...args) => box.git(at, ...args),
    entries: () =>
      readdirSync(join(home.home, 'rem'))
        .filter((name) => name.endsWith('.org'))
        .toSorted()
        .map((name) => `rem/${name}`),
  };
}
