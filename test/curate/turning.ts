// A night whose model takes a turn with the agent's own tools: what it does in each of its turns is what a test wants.
import type { Dreamer } from '../../src/asking/asking.ts';
import { turnLimitsFrom } from '../../src/config/config.ts';
import type { Receipt } from '../../src/night/night.ts';
import { turnOnCopy } from '../../src/work/work.ts';
import type { Talk, World } from '../../src/world/world.ts';
import type { Lived } from '../day.ts';
import { sourceAt } from '../models/asking.ts';
import type { Sandbox } from '../sandbox.ts';
import { curate } from './homes.ts';

export interface Wanted {
  readonly name: string;
  readonly arguments?: unknown;
}

export const turner: Dreamer = {
  name: 'acme/dreamer-1',
  source: sourceAt('http://127.0.0.1:9', 'chat', false),
  limits: turnLimitsFrom({}),
  takesTurn: turnOnCopy,
};

export const memoryName = '.dream/MEMORY.md';

export function withTools(box: Sandbox, more = ''): void {
  box.write(
    'project/.dream/dreamkeeper.yaml',
    `format: 1\nagent: waldo\nreview: off\ndreaming:\n  tools: agent\n${more}`,
  );
}

/** What it wants in each turn, from what it was told so far; when there is nothing more it is done. */
export async function turned(
  lived: Lived,
  time: string,
  turns: readonly ((talk: Talk) => readonly Wanted[])[],
): Promise<{ readonly receipt: Receipt; readonly talks: readonly Talk[] }> {
  const home = lived.at(time);
  const talks: Talk[] = [];
  const spent = { input: 100, output: 50, isEstimated: false, bytes: 500, milliseconds: 5, usd: 0 };
  const converse: World['models']['converse'] = (_, talk) => {
    talks.push(talk);
    const wanted = turns[talks.length - 1]?.(talk) ?? [];
    const calls = wanted.map((each, at) => ({
      ...{ id: `c${talks.length}-${at}`, name: each.name, arguments: each.arguments ?? {} },
    }));
    return Promise.resolve({ kind: 'turn', text: 'done', calls, stop: calls.length > 0 ? 'calls' : 'end', spent });
  };
  const world = { ...home.world, models: { ...home.world.models, converse } };
  const { receipt } = await curate({ ...home, world }, { dreamers: { curate: turner }, isForced: true });
  return { receipt, talks };
}

/** The file as the first message has it. */
export function shownIn(talk: Talk): string {
  const [first] = talk.messages;
  const text = first?.role === 'user' ? first.text : '';
  return `${/<memory-[0-9a-f]+>\n([\s\S]*?)\n<\/memory-/u.exec(text)?.[1] ?? ''}\n`;
}

/** One turn: the whole file, changed. */
export const writes =
  (change: (memory: string) => string) =>
  (talk: Talk): readonly Wanted[] => [
    { name: 'write', arguments: { path: memoryName, content: change(shownIn(talk)) } },
  ];
