// `plan.org` as headings with places. The bytes are kept; printing a board is giving them back.
import { DreamkeeperError } from '../errors/errors.ts';
import { type Blocks, findBlocks } from './blocks.ts';
import { type HeadingParts, parseHeading } from './heading.ts';
import { type Keywords, readKeywords } from './keywords.ts';
import { asByteText, type Line, readable, splitLines } from './lines.ts';
import { readProperties } from './properties.ts';

/** A heading with everything people ask about it. Text is readable; `parts` has the places in the file. */
export interface Heading {
  readonly index: number;
  /** Line number, from 1. */
  readonly line: number;
  readonly level: number;
  /** The keyword, or undefined for a plain heading, which is never a task. */
  readonly state: string | undefined;
  readonly isDone: boolean;
  readonly title: string;
  readonly priority: string | undefined;
  readonly tags: readonly string[];
  readonly agent: string | undefined;
  /** How often an issue was seen. */
  readonly seen: number | undefined;
  /** A person's own: no dream may move it. */
  readonly isProtected: boolean;
  /** Index of the nearest shallower heading above. */
  readonly parent: number | undefined;
  /** Index of the first heading after this one's subtree. */
  readonly subtreeEnd: number;
  readonly parts: HeadingParts;
}

export interface Board {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly lines: readonly Line[];
  readonly blocks: Blocks;
  readonly keywords: Keywords;
  readonly headings: readonly Heading[];
  /** Lines (from 1) of property drawers that are never closed. */
  readonly unclosedDrawers: readonly number[];
}

/** A heading that is a task. */
export type Task = Heading & { readonly state: string };

/** Reads a board. Any bytes are a board, if perhaps an empty one; only what cannot be text is refused. */
export function parseBoard(bytes: Uint8Array): Board {
  const text = asByteText(bytes);
  refuseBinary(text);
  const lines = splitLines(text);
  const blocks = findBlocks(lines);
  const isInBlock = blockTest(blocks);
  const outside = lines.flatMap((line, index) => (isInBlock(index) ? [] : [{ line, index }]));
  const keywords = readKeywords(outside.map(({ line }) => line.text));

  const found: { readonly parts: HeadingParts; readonly line: number; readonly body: Line[] }[] = [];
  for (const { line, index } of outside) {
    const parts = parseHeading(line, keywords);
    if (parts === undefined) found.at(-1)?.body.push(line);
    else found.push({ parts, line: index + 1, body: [] });
  }
  const unclosedDrawers: number[] = [];
  const relations = relate(found.map(({ parts }) => parts.level));
  const headings = found.map(({ parts, line, body }, index): Heading => {
    const properties = readProperties(body);
    if (properties.unclosed) unclosedDrawers.push(line);
    const value = (name: string): string | undefined => {
      const raw = properties.values.get(name);
      return raw === undefined ? undefined : readable(raw);
    };
    const owner = value('OWNER')?.toLowerCase();
    return {
      index,
      line,
      level: parts.level,
      state: parts.keyword === undefined ? undefined : readable(parts.keyword.word),
      isDone: parts.keyword !== undefined && keywords.done.includes(parts.keyword.word),
      title: readable(text.slice(parts.title.start, parts.title.end)),
      priority: parts.priority,
      tags: parts.tags.map(readable),
      agent: value('AGENT'),
      seen: countOf(value('SEEN')),
      isProtected: isSet(value('PIN')) || (owner !== undefined && owner !== 'agent'),
      parent: relations[index]?.parent,
      subtreeEnd: relations[index]?.subtreeEnd ?? found.length,
      parts,
    };
  });
  return { bytes, text, lines, blocks, keywords, headings, unclosedDrawers };
}

/** The headings that carry a keyword, in the order of the file. */
export function tasksOf(board: Board): Task[] {
  return board.headings.filter((heading): heading is Task => heading.state !== undefined);
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && !/^(?:nil|no|false|off|0)$/iu.test(value);
}

function refuseBinary(text: string): void {
  const isUtf16 = text.startsWith('\u00FF\u00FE') || text.startsWith('\u00FE\u00FF');
  if (!isUtf16 && !text.includes('\0')) return;
  throw new DreamkeeperError(
    'E_BOARD_BINARY',
    isUtf16 ? 'plan.org is UTF-16' : 'plan.org has NUL bytes in it, so it is not text',
    {
      hint: isUtf16
        ? 'Save it as UTF-8 (for example: iconv -f UTF-16 -t UTF-8 plan.org > new && mv new plan.org).'
        : 'Find a good version with `git log -p -- plan.org`, and restore it; nothing was changed.',
    },
  );
}

function blockTest({ blocks }: Blocks): (line: number) => boolean {
  let current = 0;
  // Called with rising line numbers only, so one walk along the blocks is enough.
  return (line) => {
    while ((blocks[current]?.last ?? Number.POSITIVE_INFINITY) < line) current += 1;
    return (blocks[current]?.first ?? Number.POSITIVE_INFINITY) <= line;
  };
}

/** Parents and subtree ends from levels alone, in linear time. */
function relate(levels: readonly number[]): { parent: number | undefined; subtreeEnd: number }[] {
  const relations = levels.map(() => ({ parent: undefined as number | undefined, subtreeEnd: levels.length }));
  const open: number[] = [];
  for (const [index, level] of levels.entries()) {
    while (open.length > 0 && (levels[open.at(-1) ?? 0] ?? 0) >= level) {
      const closed = relations[open.pop() ?? 0];
      if (closed !== undefined) closed.subtreeEnd = index;
    }
    const relation = relations[index];
    if (relation !== undefined) relation.parent = open.at(-1);
    open.push(index);
  }
  return relations;
}

function countOf(value: string | undefined): number | undefined {
  return value !== undefined && /^[0-9]{1,6}$/u.test(value) ? Number(value) : undefined;
}
