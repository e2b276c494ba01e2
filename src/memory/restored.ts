// An entry put back below the heading it stood under; every byte that is there stays.
import { type Entry, entriesIn } from './entries.ts';
import { lineEndIn } from './parts.ts';

/** The titles above an entry as the archive has them, the outermost first. */
export function pathOf(section: readonly string[]): string {
  return section.map((title) => title.replaceAll('·', '-').replaceAll('›', '>')).join(between);
}

const between = ' › ';

export interface Restored {
  readonly content: Uint8Array;
  /** The very same lines stand there already. */
  readonly isThere: boolean;
  /** Its heading is not there, or not once: then it stands at the end, below one of its own. */
  readonly isElsewhere: boolean;
}

/** `section` is as the archive has it: all titles above it, or only the one right above it, as earlier versions kept it; '' if there was none. */
export function withRestored(given: Uint8Array | undefined, section: string, text: string): Restored {
  const content = Buffer.from(given ?? []);
  const entries = entriesIn(content);
  const raws = entries.map(({ from, to }) =>
    content.subarray(from, to).toString('utf8').replaceAll('\r\n', '\n').trimEnd(),
  );
  if (raws.includes(text.trimEnd())) return { content, isThere: true, isElsewhere: false };
  const isItem = /^\s*(?:[-*+]|\d{1,9}[.)])\s/u.test(text);
  const place = placeIn(entries, section);
  if (place === undefined) {
    const title = section.split(between).at(-1) ?? '';
    const last = entries.at(-1)?.to ?? content.length;
    return { content: put(content, last, `## ${title}\n\n${text}`, true, false), isThere: false, isElsewhere: true };
  }
  const { behind } = place;
  const isBeside = isItem && behind?.kind === 'item';
  return {
    content: put(content, behind?.to ?? entries[0]?.from ?? 0, text, behind !== undefined && !isBeside, isItem),
    ...{ isThere: false, isElsewhere: false },
  };
}

/** Behind which entry it goes, none if it goes before all; undefined if nobody can say so. */
function placeIn(entries: readonly Entry[], section: string): { readonly behind: Entry | undefined } | undefined {
  if (section === '') {
    const first = entries.findIndex(({ kind }) => kind === 'heading');
    return { behind: (first === -1 ? entries : entries.slice(0, first)).at(-1) };
  }
  const headings = entries.flatMap((entry, at) => (entry.kind === 'heading' ? [{ entry, at }] : []));
  const whole = headings.filter(({ entry }) => pathOf([...entry.section, entry.text]) === section);
  const meant = whole.length > 0 ? whole : headings.filter(({ entry }) => pathOf([entry.text]) === section);
  const [only, ...others] = meant;
  if (only === undefined || others.length > 0) return undefined;
  const next = entries.findIndex(({ kind }, at) => at > only.at && kind === 'heading');
  return { behind: entries.slice(only.at, next === -1 ? undefined : next).at(-1) };
}

/** With a line of its own, and an empty one before it or behind it where it needs one. */
function put(content: Buffer, at: number, text: string, isApart: boolean, isItem: boolean): Uint8Array {
  const end = Buffer.from(lineEndIn(content)).toString();
  const open = at > 0 && content[at - 1] !== 0x0a ? end : '';
  const after = content.subarray(at);
  const isOpen = after.length === 0 || /^\r?\n/u.test(after.toString('latin1'));
  const below = isOpen || (isItem && at > 0) ? '' : end;
  return Buffer.concat([
    content.subarray(0, at),
    Buffer.from(`${open}${isApart ? end : ''}${text.replaceAll('\n', end)}${end}${below}`),
    after,
  ]);
}
