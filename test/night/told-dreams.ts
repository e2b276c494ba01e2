// A home whose dreamers say what they are told to, an hour a night, and a person who edits the board in between.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HomeSettings } from '../../src/config/config.ts';
import { undoChange } from '../../src/history/history.ts';
import type { NightDone } from '../../src/night/night.ts';
import { type FollowedVerdict, followHome } from '../../src/record/record.ts';
import { type Woken, wakeUp } from '../../src/wake/wake.ts';
import type { FoundHome, World } from '../../src/world/world.ts';
import { liveDay } from '../day.ts';
import { answering, dreamerNamed } from '../dreamers.ts';
import type { MemoryGit } from '../memory-git/memory-git.ts';
import type { Sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

/** The only place that knows how a night is given its dreamer: by a name, and what it says when it is shown the facts. */
function dreamtBy(sleeper: Sleeping, name: string, says: (facts: string) => string): Promise<NightDone> {
  const world = answering(sleeper.world, ({ prompt }) => says(prompt));
  return sleepOnce({ ...sleeper, world }, { env: {}, isForced: true, dreamer: dreamerNamed(name) });
}

type Sleeping = Parameters<typeof sleepOnce>[0];

/** Six headings with these verdicts. */
export function dreamOf(tale: string, verdicts: readonly string[]): string {
  const lines = verdicts.map((line) => `- ${line}\n`).join('');
  return `* tale\n${tale}.\n* goals\n- go on\n* blue sky\n- rest\n* fears\n- none\n* verdicts\n${lines}* carry\n- DOING: nothing\n`;
}

/** A tale that is like no other, or the dream would be an echo. */
export function freshTale(count: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const word = (at: number): string =>
    Array.from({ length: 6 }, (_, index) => letters[(count * 7 + at * 11 + index * (count + at + 3)) % 26]).join('');
  return `${Array.from({ length: 14 }, (_, at) => word(at)).join(' ')} ${count}`;
}

const asSaid: HomeSettings = { verdicts: 'always' };

export interface ToldDreams {
  readonly world: World;
  readonly home: FoundHome;
  plan(): string;
  edit(change: (plan: string) => string): void;
  /** A person writes another keyword before a task, whatever the rules say. */
  put(task: string, state: string): void;
  night(says: (facts: string) => string, model?: string): Promise<NightDone>;
  wake(): Promise<Woken>;
  undo(id: string, isRedo?: boolean): Promise<void>;
  followed(world?: World): Promise<readonly FollowedVerdict[]>;
}

export async function toldDreams(
  box: Sandbox,
  name: string,
  given: {
    readonly shape?: 'nested' | 'one';
    readonly board: string;
    /** What is said is done, unless it says otherwise: whether anything speaks for a move is not what these homes are about. */
    readonly settings?: HomeSettings | (() => HomeSettings);
    /** Parts of the world that are not real, for many nights in few seconds. */
    readonly instead?: Partial<World>;
    readonly memory?: MemoryGit | undefined;
  },
): Promise<ToldDreams> {
  const { shape = 'nested', board, settings = {} } = given;
  const lived = await liveDay(box, name, { shape, board, before: { 'src/a.ts': 'a\n' }, day: [] }, given.memory);
  const { home } = lived;
  let time = Date.parse('2026-06-10T08:00:00Z');
  let drawn = 0;
  const random = (bytes: number): string => {
    drawn += 1;
    return createHash('sha512')
      .update(`${name} ${drawn}`)
      .digest('hex')
      .slice(0, bytes * 2);
  };
  const real = lived.at('08:00').world;
  const world: World = { ...real, random, now: () => new Date(time), ...given.instead };
  const path = join(home.home, 'plan.org');
  const plan = (): string => readFileSync(path, 'utf8');
  const edit = (change: (plan: string) => string): void => writeFileSync(path, change(plan()));
  const sleeper = () => ({
    ...{
      world,
      home,
      agent: 'waldo',
      settings: { ...asSaid, ...(typeof settings === 'function' ? settings() : settings) },
    },
  });
  return {
    world,
    home,
    plan,
    edit,
    put: (task, state) =>
      edit((text) =>
        text
          .split('\n')
          .map((line) => {
            const [stars = '', , ...title] = line.split(' ');
            const isIt = title.join(' ') === task || title.join(' ').startsWith(`${task} — `);
            return isIt ? `${stars} ${state} ${task}` : line;
          })
          .join('\n'),
      ),
    night: async (says, model = 'scripted') => {
      time += 3_600_000;
      const done = await dreamtBy(sleeper(), model, says);
      if (done.receipt.outcome !== 'ran') throw new Error(`${done.receipt.reason}: ${done.receipt.message}`);
      return done;
    },
    wake: () => {
      time += 60_000;
      return wakeUp(sleeper());
    },
    undo: async (id, isRedo = false) => {
      time += 60_000;
      await undoChange(world, home, { wanted: id, isRedo, agent: 'waldo', keep: 50 });
    },
    followed: (other = world) => followHome(other, home, 'waldo'),
  };
}
