// `MESSAGES.md`: what a person writes to the agent. Its new lines are told once; which ones were told is remembered in private.
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { withStore } from '../change/change.ts';
import { tryOr } from '../errors/errors.ts';
import { homeText } from '../facts/facts.ts';
import { jsonIn, oneLine } from '../text/text.ts';
import type { AgentHome, Place } from '../world/world.ts';

export const messagesPath = 'MESSAGES.md';
const most = { lines: 12, characters: 400 } as const;

const seen = z.object({ length: z.int().check(z.minimum(0)), sha256: z.string() });

const memoOf = (agent: string): string => `messages:${agent}`;
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The lines that came since they were last told, the newest of them, each bounded. If what stood there was rewritten, all of it is new. */
export function newMessages({ world, home, agent }: Place & Pick<AgentHome, 'agent'>): string[] {
  const text = tryOr(() => homeText(world, home, messagesPath)) ?? '';
  const known = world.stores.exists(home.privateDir)
    ? tryOr(() => seen.safeParse(jsonIn(withStore(world, home, (store) => store.memo(memoOf(agent))) ?? '')).data)
    : undefined;
  const isLonger = known !== undefined && hashOf(text.slice(0, known.length)) === known.sha256;
  const lines = (isLonger ? text.slice(known.length) : text)
    .split(/\r?\n/u)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^#/u.test(line));
  return lines.slice(-most.lines).map((line) => oneLine(line, most.characters));
}

/** Says that everything that stands there now was told. */
export function messagesTold({ world, home, agent }: Place & Pick<AgentHome, 'agent'>): void {
  const text = tryOr(() => homeText(world, home, messagesPath)) ?? '';
  if (text === '' && !world.stores.exists(home.privateDir)) return;
  const told = JSON.stringify({ length: text.length, sha256: hashOf(text) });
  // If it cannot be remembered, it is told once more.
  tryOr(() => {
    world.files.makeFolder(home.privateDir, true);
    withStore(world, home, (store) => store.setMemo(memoOf(agent), told));
  });
}
