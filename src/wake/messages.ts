// What people say to the agent: lines of `MESSAGES.md` and words that a program hands over wait in one queue, and each is taken once, in its order.
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { netOf, withStore } from '../change/change.ts';
import { DreamkeeperError, tryOr } from '../errors/errors.ts';
import { homeText } from '../facts/facts.ts';
import { jsonIn, oneLine } from '../text/text.ts';
import type { AgentHome, KeptMessage, Place, WaitingMessage } from '../world/world.ts';

export const messagesPath = 'MESSAGES.md';
/** Of what stood there before anybody looked, and of one edit, the newest lines count. */
const most = { lines: 12, characters: 400, text: 20_000, waiting: 1000 } as const;

const seen = z.object({ length: z.int().check(z.minimum(0)), sha256: z.string() });

type Hearing = Place & Pick<AgentHome, 'agent' | 'settings'>;

const memoOf = (agent: string): string => `messages:${agent}`;
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The lines of `MESSAGES.md` that are in no queue yet, and what is to be known once they are; undefined if there is nothing to know. */
function unheard({ world, home }: Hearing, before: string | undefined): { lines: string[]; after: string } | undefined {
  const text = tryOr(() => homeText(world, home, messagesPath)) ?? '';
  const known = seen.safeParse(jsonIn(before ?? '')).data;
  if (known === undefined ? text === '' : known.length === text.length && known.sha256 === hashOf(text))
    return undefined;
  const isLonger = known !== undefined && hashOf(text.slice(0, known.length)) === known.sha256;
  const lines = (isLonger ? text.slice(known.length) : text)
    .split(/\r?\n/u)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^#/u.test(line));
  const after = JSON.stringify({ length: text.length, sha256: hashOf(text) });
  return { lines: lines.slice(-most.lines).map((line) => oneLine(line, most.characters)), after };
}

/** Puts the lines of `MESSAGES.md` that are new into the queue, once, whoever else looks at the same time. If what stood there was rewritten, all of it is new. */
export function hearMessages(hearing: Hearing): void {
  const { world, home, agent } = hearing;
  if (!world.stores.exists(home.privateDir)) {
    if (unheard(hearing, undefined) === undefined) return;
    world.files.makeFolder(home.privateDir, true);
  }
  withStore(world, home, (store) => {
    const before = store.memo(memoOf(agent));
    const news = unheard(hearing, before);
    if (news === undefined) return;
    const heard = news.lines.map((line) => keptOf(hearing, 'file', line));
    // Somebody else may just have heard the same: then theirs counts.
    store.keepMessages(heard, { name: memoOf(agent), before, after: news.after });
  });
}

function keptOf({ world, agent, settings }: Hearing, from: KeptMessage['from'], text: string): KeptMessage {
  return { agent, time: world.now().toISOString(), from, text: netOf(settings).redact(text) };
}

/** Adds one at the end of the queue, behind what was written into the file before. Gives its number. */
export function keepMessage(hearing: Hearing, given: string): number {
  const { world, home, agent } = hearing;
  const text = given.trim();
  if (text === '' || text.length > most.text)
    throw new DreamkeeperError('E_USAGE', `a message has between 1 and ${most.text} characters`, {
      hint: 'Nothing was kept. Write what is longer into a file, and say where it is.',
    });
  hearMessages(hearing);
  world.files.makeFolder(home.privateDir, true);
  return withStore(world, home, (store) => {
    if (store.messages(agent).length >= most.waiting)
      throw new DreamkeeperError('E_USAGE', `${most.waiting} messages wait already, and nobody takes them`, {
        hint: 'This one was not kept. `dk message --take` takes them.',
      });
    const kept = store.keepMessages([keptOf(hearing, 'said', text)]);
    return (kept === false ? undefined : kept[0]) ?? 0;
  });
}

/** Since when the oldest waits that nobody took; undefined if none does. */
export function pendingSince(hearing: Hearing): string | undefined {
  const { world, home, agent } = hearing;
  tryOr(() => hearMessages(hearing));
  if (!world.stores.exists(home.privateDir)) return undefined;
  return tryOr(() => withStore(world, home, (store) => store.messages(agent)[0]?.time));
}

/** All that wait, in their order; each is given once. */
export function takeMessages(hearing: Hearing): readonly WaitingMessage[] {
  const { world, home, agent } = hearing;
  hearMessages(hearing);
  if (!world.stores.exists(home.privateDir)) return [];
  return withStore(world, home, (store) => (store.messages(agent).length === 0 ? [] : store.takeMessages(agent)));
}

/** What a pack tells, the oldest first and so many at once; to look changes nothing. */
export function newMessages(hearing: Hearing): string[] {
  const { world, home, agent } = hearing;
  const read = (): string[] =>
    world.stores.exists(home.privateDir)
      ? withStore(world, home, (store) => [
          ...store.messages(agent).map(({ text }) => oneLine(text, most.characters)),
          ...(unheard(hearing, store.memo(memoOf(agent)))?.lines ?? []),
        ])
      : (unheard(hearing, undefined)?.lines ?? []);
  return (tryOr(read) ?? []).slice(0, most.lines);
}

/** Says that so many of them were told; what came meanwhile was not. If it cannot be remembered, they are told once more. */
export function messagesTold(hearing: Hearing, many: number): void {
  if (many === 0) return;
  const { world, home, agent } = hearing;
  tryOr(() => {
    hearMessages(hearing);
    if (!world.stores.exists(home.privateDir)) return;
    withStore(world, home, (store) => {
      const last = store.messages(agent).slice(0, many).at(-1);
      if (last !== undefined) store.takeMessages(agent, last.seq);
    });
  });
}
