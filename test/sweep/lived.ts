// A home with memories that were recalled, to be swept: notes as `dk remember` keeps them, questions as the store keeps them, and a clock that is an argument.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Act } from '../../src/asking/asking.ts';
import { changeId, keepNote, makeChange, withStore } from '../../src/change/change.ts';
import type { HomeSettings } from '../../src/config/config.ts';
import { identityOf } from '../../src/memory/memory.ts';
import type { Receipt, SleepOptions } from '../../src/night/night.ts';
import { type Figures, sweepAct } from '../../src/sweep/sweep.ts';
import { type Lived, liveDay } from '../day.ts';
import type { Sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

export function homeToSweep(box: Sandbox, name = 'project', shape: 'nested' | 'one' = 'nested'): Promise<Lived> {
  return liveDay(box, name, { shape, board: '* board\n** TODO work\n', before: { 'a.ts': 'a\n' }, day: [] });
}

/** Kept as `dk remember` does; gives its id. */
export async function remembered(lived: Lived, time: string, text: string): Promise<string> {
  const opened = lived.at(time);
  const id = changeId(opened.world, 'k');
  const { files, subject } = keepNote(opened, text, id);
  await makeChange(opened.world, opened.home, { files, subject, agent: opened.agent, id });
  return identityOf(text).id;
}

export interface Asked {
  readonly at: string;
  readonly query?: string;
  readonly score?: number;
  readonly session?: string;
  readonly agent?: string;
}

/** Somebody's questions found it, each at its time. */
export function asked(lived: Lived, memory: string, events: readonly Asked[]): void {
  const { world, home, agent: own } = lived.at('00:00');
  world.files.makeFolder(home.privateDir, true);
  withStore(world, home, (store) => {
    for (const { at, query = 'q', score = 1, session = 's', agent = own } of events) {
      const time = lived.at(at).world.now().toISOString();
      store.keepRecalls([{ memory, asked: query, query, score, time, agent, session }], time);
    }
  });
}

/** Three times by two questions: enough for every gate. */
export const enough = (at: string): Asked[] => ['one', 'two', 'two'].map((query) => ({ at, query }));

export interface Sweeping extends Partial<SleepOptions> {
  readonly settings?: HomeSettings;
}

export type SweptReceipt = Receipt & { readonly figures: Figures | undefined };

export async function sweep(
  lived: Lived,
  time: string,
  { settings, ...options }: Sweeping = {},
): Promise<SweptReceipt> {
  const home = { ...lived.at(time), ...(settings === undefined ? {} : { settings }) };
  const acts: readonly Act[] = [sweepAct];
  const { receipt } = await sleepOnce(home, { env: {}, trigger: 'hand', acts, ...options });
  const figures = receipt.acts.find(({ name }) => name === 'sweep')?.figures as Figures | undefined;
  return { ...receipt, figures };
}

export function homeFile({ home }: Lived, path: string): string {
  const full = join(home.home, path);
  return existsSync(full) ? readFileSync(full, 'utf8') : '';
}
