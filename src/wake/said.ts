// What the agent said last in this worktree: told as its own unverified words, inside the frame. Nothing that is concluded here goes by it.
import { createHash } from 'node:crypto';
import { keepsLastWords } from '../config/config.ts';
import { tryOr } from '../errors/errors.ts';
import { type LastWords, lastWordsName, parseLastWords } from '../steps/steps.ts';
import { decodeUtf8, localTime } from '../text/text.ts';
import type { AgentHome } from '../world/world.ts';
import type { Block } from './block.ts';
import type { PackParts } from './pack.ts';

/** What was said longer ago is not what anybody is in the middle of. */
const counts = 7 * 24 * 60 * 60 * 1000;

/** Not of a session that is still at work: it will say more. */
export function lastSaid(
  { world, home, settings }: Omit<AgentHome, 'agent'>,
  now: string,
  atWork: readonly string[],
): LastWords | undefined {
  if (!keepsLastWords(settings)) return undefined;
  const { worktree, mainWorktree } = home.project;
  const name = lastWordsName(worktree === undefined || worktree === mainWorktree ? null : worktree, (text) =>
    createHash('sha256').update(text).digest('hex'),
  );
  const bytes = tryOr(() => world.files.read(home.privateDir, name));
  const words = bytes === undefined ? undefined : parseLastWords(decodeUtf8(bytes));
  if (words === undefined || atWork.includes(words.run)) return undefined;
  return Math.abs(Date.parse(now) - Date.parse(words.time)) > counts ? undefined : words;
}

export function saidBlock({ facts, said, words }: PackParts): Block {
  if (said === undefined) return { side: 'others', lines: [] };
  const title = `The agent's own last words, ${localTime(said.time, facts.zone)}; nobody has verified them:`;
  return { side: 'others', lines: [title, ...saidLines(said, words).map((line) => `> ${line}`)], isList: true };
}

/** What reads like an order is left out of them, as of everything. */
export function saidLines({ text }: LastWords, words: PackParts['words']): string[] {
  return words.prose(text, 'its transcript has it').filter((line) => line.trim() !== '');
}
