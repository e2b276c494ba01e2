// A text of Markdown taken apart into what can be taken over one by one: its headings, and its entries, each written so that it is one entry again.
import { readsLikeOrder } from '../guard/guard.ts';
import { type Entry, entriesIn, frontMatterIn, memoriesIn, memoryPath, notesIn } from '../memory/memory.ts';
import { oneLine } from '../text/text.ts';
import type { Left } from './source.ts';

/** Where the entry will stand: in `MEMORY.md`, or in the notes of a day. */
export type Place = 'memory' | 'notes';

export interface Piece {
  /** A heading alone, or an entry below the headings. */
  readonly kind: 'heading' | 'entry';
  /** The line it begins at in its text. */
  readonly line: number;
  /** The headings of the text above it, and for a heading itself as well. */
  readonly titles: readonly string[];
  /** As it will be written, without the last line end; '' for a heading. */
  readonly written: string;
  /** What it says, in one line, and the hash of that; '' for a heading. */
  readonly says: string;
  readonly sha256: string;
  /** The lines below that. */
  readonly details: readonly string[];
  /** It wants to command its reader. */
  readonly isOrder: boolean;
}

/** No entry of a memory is longer; a sleep would not touch it, and no hand-over could tell it. */
const longest = 20_000;
/** A longer heading is a paragraph that somebody marked as one. */
const longestTitle = 300;

/** `about` names the text, for what it says of itself; `above` are headings over all of it. */
export function piecesOf(
  text: string,
  { about, place, above = [] }: { readonly about: string; readonly place: Place; readonly above?: readonly string[] },
): { readonly pieces: readonly Piece[]; readonly left: readonly Left[] } {
  const bytes = Buffer.from(text);
  const pieces: Piece[] = [];
  const left: Left[] = [];
  const add = (line: number, titles: readonly string[], forms: readonly string[]): void => {
    const piece = forms.map((form) => entryOf(form, place)).find((each) => each !== undefined);
    if (piece === undefined) return;
    const isOrder = readsLikeOrder(piece.written);
    const isPinned = titles.some((title) => /^pinned$/iu.test(title));
    if (piece.written.length > longest)
      left.push({
        path: about,
        why: `line ${line} is too long (${piece.written.length} characters, at most ${longest})`,
      });
    else if (isOrder && isPinned) left.push({ path: about, why: `line ${line} reads like an order and is pinned` });
    else if (isOrder)
      pieces.push({ kind: 'entry', line, titles, ...(entryOf(withoutPins(piece.written), place) ?? piece), isOrder });
    else pieces.push({ kind: 'entry', line, titles, ...piece, isOrder });
  };
  const said = frontMatterIn(bytes).filter((each) => each.trim() !== '');
  if (said.length > 0)
    add(1, above, [
      `- About ${oneLine(about, 200)}\n${said.map((each) => `  - ${each.trim().replace(/^- /u, '')}`).join('\n')}`,
    ]);
  for (const title of above.length === 0 ? [] : [above]) pieces.push(headingOf(1, title));
  for (const entry of entriesIn(bytes)) {
    const titles = [...above, ...entry.section.filter(isTitle)];
    const raw = bytes.subarray(entry.from, entry.to).toString().replace(/\n$/u, '');
    if (entry.kind !== 'heading') add(entry.line, titles, formsOf(entry, raw, place));
    else if (isTitle(entry.text)) pieces.push(headingOf(entry.line, [...titles, entry.text]));
    else if (entry.text !== '') add(entry.line, titles, [...formsOf(entry, entry.text, place)]);
  }
  return { pieces, left };
}

function headingOf(line: number, titles: readonly string[]): Piece {
  return { kind: 'heading', line, titles, written: '', says: '', sha256: '', details: [], isOrder: false };
}

/** Whether it can be a heading again, and says nothing but what is below it. */
function isTitle(title: string): boolean {
  if (title === '' || title.length > longestTitle || readsLikeOrder(title)) return false;
  const [again, ...more] = entriesIn(Buffer.from(`### ${title}\n`));
  return again?.kind === 'heading' && again.text === title && more.length === 0;
}

/** Several ways to write it, the first that is one entry counts. What is not seen in a page is shown as code. */
function formsOf(entry: Entry, raw: string, place: Place): string[] {
  const plain = raw.replace(/^[ \t]+/u, '');
  const code = asCode(entry.kind === 'code' ? codeIn(raw) : raw, entry.kind === 'html' ? 'html' : infoOf(entry, raw));
  const forms = entry.kind === 'code' || entry.kind === 'html' ? [] : [entry.kind === 'item' ? outdented(raw) : plain];
  if (place === 'memory') return [...forms, code];
  const bullets = forms.map((form) => (/^[-*+]\s/u.test(form) ? form : `- ${form.replaceAll('\n', '\n  ')}`));
  const first = oneLine(
    entry.kind === 'code'
      ? (codeIn(raw)
          .split('\n')
          .find((each) => each.trim() !== '') ?? '')
      : raw,
    80,
  );
  return [...bullets, `- Code: ${first}\n\n  ${code.replaceAll('\n', '\n  ')}`];
}

/** An item that began further to the right would belong to the one before it. */
function outdented(raw: string): string {
  const [lead = ''] = /^ */u.exec(raw) ?? [];
  return raw
    .split('\n')
    .map((line) => (line.startsWith(lead) ? line.slice(lead.length) : line.trimStart()))
    .join('\n');
}

const fence = /^ {0,3}(`{3,}|~{3,})(.*)$/u;

function infoOf({ kind }: Entry, raw: string): string {
  return kind === 'code' ? (fence.exec(raw.split('\n')[0] ?? '')?.[2] ?? '').trim() : '';
}

function codeIn(raw: string): string {
  const lines = raw.split('\n');
  const mark = fence.exec(lines[0] ?? '')?.[1];
  if (mark === undefined) return lines.map((line) => line.replace(/^(?:\t| {4})/u, '')).join('\n');
  const isClosed =
    lines.length > 1 && (lines.at(-1) ?? '').trim().startsWith(mark) && /^[\s`~]+$/u.test(lines.at(-1) ?? '');
  return lines.slice(1, isClosed ? -1 : undefined).join('\n');
}

function asCode(content: string, info: string): string {
  const ticks = (content.match(/`{3,}/gu) ?? []).map(({ length }) => length);
  const mark = '`'.repeat(Math.max(2, ...ticks) + 1);
  return `${mark}${info.replaceAll('`', '')}\n${content}\n${mark}`;
}

/** What it is once it stands there; undefined if it would not be one entry that says something. */
function entryOf(written: string, place: Place): Pick<Piece, 'written' | 'says' | 'sha256' | 'details'> | undefined {
  const bytes = Buffer.from(`${written}\n`);
  const [entry, ...more] = place === 'memory' ? memoriesIn(memoryPath, bytes) : notesIn(bytes);
  if (entry === undefined || more.length > 0 || entry.from !== 0 || entry.to !== bytes.length) return undefined;
  return { written, says: entry.text, sha256: entry.sha256, details: entry.details };
}

const withoutPins = (written: string): string => written.replaceAll(/[ \t]+#pin[ \t]*$/gimu, '');
