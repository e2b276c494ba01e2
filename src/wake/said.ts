// What the agent said last in this worktree: told as its own unverified words, inside the frame. Nothing that is concluded here goes by it.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { keepsLastWords } from '../config/config.ts';
import { tryOr } from '../errors/errors.ts';
import { lastWish } from '../facts/facts.ts';
import { type LastWords, lastWordsName, parseLastWords, parseRunLines } from '../steps/steps.ts';
import { decodeUtf8, localTime } from '../text/text.ts';
import type { AgentHome } from '../world/world.ts';
import type { Block } from './block.ts';
import type { PackParts } from './pack.ts';

/** What was said longer ago is not what anybody is in the middle of. */
const counts = 7 * 24 * 60 * 60 * 1000;
/** How much of the sessions' lines is looked at, from the newest back. */
const looksAt = 64 * 1024;

export interface SaidLast extends LastWords {
  /** What people call the program it was said in, if there are several here. */
  readonly who?: string;
}

/** Not of a session that is still at work: it will say more. */
export function lastSaid(
  { world, home, settings }: Omit<AgentHome, 'agent'>,
  now: string,
  atWork: readonly string[],
): SaidLast | undefined {
  if (!keepsLastWords(settings)) return undefined;
  const { worktree, mainWorktree } = home.project;
  const name = lastWordsName(worktree === undefined || worktree === mainWorktree ? null : worktree, (text) =>
    createHash('sha256').update(text).digest('hex'),
  );
  const bytes = tryOr(() => world.files.read(home.privateDir, name));
  const words = bytes === undefined ? undefined : parseLastWords(decodeUtf8(bytes));
  if (words === undefined || atWork.includes(words.run)) return undefined;
  if (Math.abs(Date.parse(now) - Date.parse(words.time)) > counts) return undefined;
  const who = isShared(world.lines.newest(join(home.privateDir, 'runs.jsonl'), looksAt))
    ? world.harnesses.titleOf(words.from ?? '')
    : undefined;
  return who === undefined ? words : { ...words, who };
}

/** Whether sessions of several harnesses were held here lately: then a session is told whose words it reads. */
function isShared(lines: string): boolean {
  const heard = parseRunLines(lines).filter(({ event }) => event !== 'probe');
  return new Set(heard.map(({ from }) => from)).size > 1;
}

export function saidBlock({ facts, said, words }: PackParts): Block {
  if (said === undefined) return { side: 'others', lines: [] };
  const who = said.who === undefined ? '' : ` in a session of ${said.who}`;
  // Else one is taken for the answer to the other.
  const isAsked = (facts.wanted ?? lastWish(facts.asked)) !== undefined;
  const isOther = isAsked && typeof facts.wantedIn === 'string' && facts.wantedIn !== said.run;
  const where = isOther ? ', in another session than the one with the last request' : '';
  const title = `The agent's own last words${who}${where}, ${localTime(said.time, facts.zone)}; nobody has verified them:`;
  return { side: 'others', lines: [title, ...saidLines(said, words).map((line) => `> ${line}`)], isList: true };
}

/** What reads like an order is left out of them, as of everything. */
export function saidLines({ text }: LastWords, words: PackParts['words']): string[] {
  return words.prose(text, 'its transcript has it').filter((line) => line.trim() !== '');
}
