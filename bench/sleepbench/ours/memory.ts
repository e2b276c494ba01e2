// Dreamkeeper behind the functions of an arm: every one calls the verb that a person would type.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as verbs from '../../../src/verbs/verbs.ts';
import type { Given, Memory, Verdict } from '../arm.ts';
import { newHappen } from './happen.ts';
import { makePlace } from './place.ts';

/** What `--settings` may say. */
interface Settings {
  /** Lines for `dreamkeeper.yaml` of the home. */
  readonly yaml?: string;
  /** The acts of each night, by name; without it those that are due when a person types `dk sleep`. */
  readonly acts?: readonly string[];
  /** Real git instead of the one in memory; the figures are the same. */
  readonly git?: 'real';
}

/** `operator` is the text of the operator's own settings: which model there is. */
interface More extends Pick<Parameters<typeof makePlace>[0], 'planted'> {
  readonly operator?: string;
}

export async function openOurs(
  { folder, seed, settings }: Given,
  { operator = '', ...more }: More = {},
): Promise<Memory> {
  const { yaml = '', acts, git }: Settings = settings;
  const place = await makePlace({ folder, seed, yaml, operator, isRealGit: git === 'real', ...more });
  const { at, home } = place;
  const happen = newHappen(place);
  const known = new Set<string>();
  let newest: string | undefined;
  return {
    write: happen,
    sleep: async (time) => {
      place.setClock(time);
      const { id, tokens, calls, commit } = await verbs.sleep(at, acts === undefined ? {} : { only: acts });
      newest = commit === null ? undefined : id;
      const { memories } = await verbs.memoryList(at, { most: Number.MAX_SAFE_INTEGER });
      return { memory: memoryOf(home.home, memories), spent: { calls, tokens: tokens.input + tokens.output } };
    },
    wake: async (time) => {
      place.setClock(time);
      place.setSession('morning');
      return (await verbs.wake(at)).pack;
    },
    ask: async (question, time) => {
      place.setClock(time);
      const { hits } = await verbs.recall(at, { question });
      return hits.map(({ snippet }) => snippet);
    },
    verdicts: async () => {
      if (newest === undefined) return [];
      const { nights } = await verbs.nights(at, { most: 1 });
      return (nights[0]?.verdicts ?? []).flatMap(verdictIn);
    },
    receipts: async () => {
      const { nights } = await verbs.nights(at, { most: 10 });
      const news = nights.filter(({ id }) => !known.has(id));
      for (const { id } of news) known.add(id);
      return news.map(({ outcome, reason }) => ({ outcome, reason }));
    },
    undo: {
      text: () => textOf(home.home),
      last: async (time) => {
        place.setClock(time);
        if (newest !== undefined) await verbs.undo(at, { change: newest });
      },
    },
  };
}

/**
 * What a person would call its memory: `MEMORY.md`, the notes and the observations, line by line. A sweep leaves the note where it is and writes its
 * words into `MEMORY.md`; `dk memory list` calls these two one memory in two places, and so it is one line here: the one in `MEMORY.md`.
 */
function memoryOf(home: string, memories: readonly verbs.ShownMemory[]): string[] {
  const notes = existsSync(join(home, 'notes'))
    ? readdirSync(join(home, 'notes'))
        .filter((name) => name.endsWith('.md'))
        .toSorted()
    : [];
  const files = ['MEMORY.md', ...notes.map((name) => `notes/${name}`), '.self/observations.md'];
  const second = new Set(memories.flatMap(promotedNotes));
  return files
    .filter((path) => existsSync(join(home, path)))
    .flatMap((path) =>
      readFileSync(join(home, path), 'utf8')
        .split('\n')
        .filter((_, at) => !second.has(`${path}:${at + 1}`)),
    )
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.replace(/^\s*[-*] /u, ''));
}

/** Of each line of `MEMORY.md` one note that has its words, the oldest: what was noted twice is there twice all the same. */
function promotedNotes({ places }: verbs.ShownMemory): string[] {
  const lasting = places.filter(({ path }) => path === 'MEMORY.md').length;
  const noted = places.filter(({ path }) => path.startsWith('notes/')).toReversed();
  return noted.slice(0, lasting).map(({ path, line }) => `${path}:${line}`);
}

/** All that a night may change. The list of what was done is left out: it has a line for the night, and one for taking it back. */
function textOf(home: string): string {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(home.length + 1))
    .filter((path) => !/^\.git\/|^_steps|^rem\/ledger\.jsonl$/u.test(path))
    .toSorted()
    .map((path) => `== ${path}\n${readFileSync(join(home, path), 'utf8')}`)
    .join('\n');
}

const moves: Readonly<Record<string, Verdict['move']>> = {
  done: 'done',
  'pick up': 'start',
  'put down': 'stop',
  cancel: 'cancel',
};

/** `pick up: the task — a reason`. */
function verdictIn(line: string): Verdict[] {
  const [, verb = '', rest = ''] = /^([a-z ]+): (.+)$/u.exec(line) ?? [];
  const move = moves[verb];
  return move === undefined ? [] : [{ move, task: (rest.split(' — ')[0] ?? rest).replace(/^"|"$/gu, '') }];
}
