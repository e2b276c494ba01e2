// What other people and programs wrote, made fit to be handed to an agent that has tools: credentials taken out, orders left out, bounded.
import { createHash } from 'node:crypto';
import type { Naming } from '../facts/facts.ts';
import { leftOut, readsLikeOrder } from '../guard/guard.ts';
import { redactSecrets } from '../secrets/secrets.ts';
import { cut, normaliseText, oneLine } from '../text/text.ts';

/** Outside the frame nothing of others is longer than this. */
export const longestName = 120;
/** Nor inside it, but for what somebody pinned. */
export const longestLine = 300;
/** More of a line than this is not looked at, and not shown. */
const looksAt = 4000;

/** How an agent is told what others wrote. */
export interface OthersWords {
  /** For our own sentences, outside the frame: a name, quoted and bounded. */
  readonly names: Naming;
  /** One line for inside the frame. `where` says how to look at what is left out, such as `git show 1a2b3c4`. */
  line(text: string, where: string, max?: number): string;
  /** Several such lines, each by itself: what one of them says does not take its neighbours away. */
  lines(texts: readonly string[], where: string): string[];
  /** Text whose lines and blanks matter, and belong together: an order that was broken in two is left out, too. */
  prose(text: string, where: string): string[];
  /** Takes out credentials, and nothing else: before a text is cut into lines. */
  redact(text: string): string;
}

/** What a board says unless it declares words of its own. */
const usualStates = new Set(['TODO', 'NEXT', 'DOING', 'STARTED', 'WAITING', 'BLOCKED', 'DONE', 'CANCELLED']);

/** `allow` are the texts that the owner knows to be harmless; `most` is how long a name may be in a small pack. */
export function othersWords(allow: readonly string[], most: number = longestName): OthersWords {
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  const redact = (text: string): string => redactSecrets(text, { allow, sha256 });
  // Words, titles and paths are told in several places of a pack, and are looked at once.
  const known = new Map<string, { readonly plain: string; readonly isOrder: boolean }>();
  const looked = (text: string): { readonly plain: string; readonly isOrder: boolean } => {
    const before = known.get(text);
    if (before !== undefined) return before;
    // Taken out before it is cut: half a key is not recognised, and half a key is still too much.
    const plain = unframed(redact(oneLine(text.slice(0, looksAt))));
    const now = { plain, isOrder: readsLikeOrder(plain) };
    known.set(text, now);
    return now;
  };
  const line = (text: string, where: string, max = longestLine): string => {
    const { plain, isOrder } = looked(text);
    return isOrder ? leftOut(where) : cut(plain, max);
  };
  const name = (text: string, where: string, quote: (text: string) => string): string => {
    const { plain, isOrder } = looked(text);
    return isOrder ? leftOut(where) : quote(cut(plain, Math.min(most, longestName)));
  };
  return {
    redact,
    line,
    names: {
      path: (path) => name(path, 'git status', ticked),
      command: (command) => name(command, 'dk steps', ticked),
      title: (title) => name(title, 'dk board', JSON.stringify),
      state: (state) => (usualStates.has(state) ? state : name(state, 'dk board', ticked)),
      box: (box) => `do ${name(box, 'dk board', JSON.stringify)}`,
    },
    lines: (texts, where) => texts.map((text) => line(text, where)),
    prose: (text, where) => withoutOrders(unframed(redact(normaliseText(text))).split('\n'), where),
  };
}

/** A name that holds the mark it would stand between is quoted with another. */
function ticked(text: string): string {
  return text.includes('`') ? JSON.stringify(text) : `\`${text}\``;
}

function withoutOrders(lines: readonly string[], where: string): string[] {
  const isOrder = lines.map((line) => readsLikeOrder(line));
  const isBroken = lines.map(
    (line, at) => at > 0 && !isOrder[at] && !isOrder[at - 1] && readsLikeOrder(`${lines[at - 1]} ${line}`),
  );
  return lines.map((line, at) => (isOrder[at] || isBroken[at] || isBroken[at + 1] ? leftOut(where) : line));
}

/** Nobody can guess the code of a frame; what only looks like one must not confuse, either. */
function unframed(text: string): string {
  return text.replace(/<(?=\s*\/?\s*(?:others|pack|facts)-)/giu, '‹');
}
