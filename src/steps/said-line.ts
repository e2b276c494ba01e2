// What was said, as lines of the private log `.self/conversation.jsonl`. Hooks print them, too, so nothing is loaded for that.
import { isRecord, jsonIn } from '../text/text.ts';

/** Characters of one line: whatever they are written as, a line stays below what one write keeps whole. */
const longestPart = 10_000;

export interface Said {
  /** When, in UTC. */
  readonly t: string;
  readonly role: 'user' | 'assistant' | 'tool';
  readonly content: string;
  /** The run or session. */
  readonly run: string | null;
}

/** One thing that was said; what is too long for one line is several, and nothing of it is cut away. */
export function printSaid({ t, role, content, run }: Said): string[] {
  const parts = partsOf(content);
  return parts.map((part, at) =>
    JSON.stringify({
      ...{ t, role, content: part, run },
      ...(parts.length === 1 ? {} : { part: at + 1, of: parts.length }),
    }),
  );
}

function partsOf(content: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < content.length; ) {
    const last = content.charCodeAt(at + longestPart - 1);
    // A sign of two halves stays whole.
    const end = at + longestPart - (last >= 0xd800 && last <= 0xdbff ? 1 : 0);
    parts.push(content.slice(at, end));
    at = end;
  }
  return parts.length === 0 ? [''] : parts;
}

/** What was said, whole again, in the order of the file. A line that is torn, or not ours, is passed over. */
export function saidIn(text: string): Said[] {
  const all: { -readonly [Name in keyof Said]: Said[Name] }[] = [];
  for (const line of text.split('\n')) {
    const value = jsonIn(line);
    if (!isRecord(value)) continue;
    const { t, role, content, run = null, part } = value;
    if (typeof t !== 'string' || typeof content !== 'string' || (run !== null && typeof run !== 'string')) continue;
    if (role !== 'user' && role !== 'assistant' && role !== 'tool') continue;
    const open = all.findLast((each) => each.t === t && each.role === role && each.run === run);
    if (typeof part === 'number' && part > 1 && open !== undefined) open.content += content;
    else all.push({ t, role, content, run });
  }
  return all;
}
