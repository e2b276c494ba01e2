// A dream read back. The structure is never repaired: a heading missing, repeated or out of order, and the entry is not a dream.
import { normaliseText, oneLine, unescapeOrg } from '../text/text.ts';
import { parseCarry } from './carry.ts';
import { type DreamEntry, type DreamHeader, headings } from './entry.ts';

/** Not being readable is an answer, with the reason in words. */
export type EntryRead =
  | { readonly kind: 'dream'; readonly entry: DreamEntry }
  | { readonly kind: 'malformed'; readonly reason: string };

/** Larger than this is not a journal entry. */
export const largestEntry: number = 256 * 1024;

/** Reads an entry from the bytes of its file. */
export function parseEntry(bytes: Uint8Array): EntryRead {
  if (bytes.length > largestEntry) return malformed(`it is ${bytes.length} bytes long, more than ${largestEntry}`);
  const text = new TextDecoder('utf-8').decode(bytes);
  if (text.trim() === '') return malformed('it is empty');
  if (text.includes('\0')) return malformed('it has NUL bytes in it');
  if (text.includes('\r')) return malformed('its lines end in CR LF; an entry has plain line ends');
  const lines = normaliseText(text).split('\n');
  const found = sectionsOf(lines);
  if (typeof found === 'string') return malformed(found);
  const section = (name: (typeof headings)[number]): readonly string[] => found.sections.get(name) ?? [];
  const carry = drawerOf(section('carry'));
  return {
    kind: 'dream',
    entry: {
      header: headerOf(found.before),
      tale: unescapeOrg(
        section('tale')
          .map((line) => line.trim())
          .filter((line) => line !== '')
          .join('\n'),
      ),
      goals: itemsOf(section('goals')),
      blueSky: itemsOf(section('blue sky')),
      fears: itemsOf(section('fears')),
      verdicts: itemsOf(section('verdicts')),
      carry: parseCarry(itemsOf(carry.rest), carry.drawer),
    },
  };
}

function malformed(reason: string): EntryRead {
  return { kind: 'malformed', reason };
}

/** Takes the file apart at its level-1 headings, or says what is wrong with them. */
function sectionsOf(
  lines: readonly string[],
): { readonly before: readonly string[]; readonly sections: ReadonlyMap<string, readonly string[]> } | string {
  const before: string[] = [];
  const sections = new Map<string, string[]>();
  let current: string[] = before;
  let fence: string | undefined;
  for (const line of lines) {
    const mark = /^\s*(`{3,}|~{3,}|#\+(?:begin|end)_\S+)/iu.exec(line)?.[1]?.toLowerCase();
    if (mark !== undefined) fence = fence === undefined && !mark.startsWith('#+end') ? mark : undefined;
    const heading = fence === undefined ? /^\* +(.*)$/u.exec(line)?.[1]?.trim() : undefined;
    if (heading === undefined) {
      current.push(line);
      continue;
    }
    const expected = headings[sections.size];
    if (sections.has(heading)) return `the heading "${heading}" stands there twice`;
    if (heading !== expected) {
      const isKnown = headings.some((name) => name === heading);
      return isKnown
        ? `the heading "${expected ?? ''}" is missing, or not in its place`
        : `"${oneLine(heading, 40)}" is none of the six headings`;
    }
    current = [];
    sections.set(heading, current);
  }
  if (sections.size < headings.length) return `the heading "${headings[sections.size] ?? ''}" is missing`;
  const chatter = before.find((line) => line.trim() !== '' && !/^\s*#/u.test(line));
  if (chatter !== undefined) return `"${oneLine(chatter, 40)}" stands before the first heading`;
  return { before, sections };
}

function headerOf(lines: readonly string[]): DreamHeader {
  const values = new Map(
    lines.flatMap((line): [string, string][] => {
      const [, key = '', value = ''] = /^\s*#\+([A-Za-z_]+):[ \t]*(.*)$/u.exec(line) ?? [];
      return key === '' ? [] : [[key.toUpperCase(), oneLine(value)]];
    }),
  );
  const [, date, clock] = /(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})/u.exec(values.get('TITLE') ?? '') ?? [];
  const time = date === undefined ? undefined : new Date(`${date}T${clock}:00.000Z`);
  const project = values.get('PROJECT');
  const id = values.get('DREAM');
  const head = /(?:^| )([0-9a-f]{40}(?:[0-9a-f]{24})?)$/u.exec(project ?? '')?.[1] ?? null;
  const branch = (head === null ? project : project?.slice(0, -head.length))?.trim();
  return {
    time: time === undefined || Number.isNaN(time.getTime()) ? null : time.toISOString(),
    model: values.get('MODEL') || 'unknown',
    id: id !== undefined && /^n-[a-z2-7]{10}$/u.test(id) ? id : null,
    agent: values.get('AGENT') || null,
    branch: branch === undefined || branch === '' || branch === '(no branch)' ? null : branch,
    head,
  };
}

/** The dashes of a section, each with its indented lines; what another program wrote without a dash counts as well. */
function itemsOf(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    const item = /^\s{0,3}(?:[-+]|\d{1,3}[.)])\s+(.*)$/u.exec(line)?.[1];
    const last = items.length - 1;
    if (item !== undefined) items.push(item);
    else if (/^\s+\S/u.test(line) && last >= 0) items[last] = `${items[last]} ${line.trim()}`;
    else if (line.trim() !== '') items.push(line);
  }
  return items.map((item) => oneLine(item)).filter((item) => item !== '');
}

function drawerOf(lines: readonly string[]): { rest: readonly string[]; drawer: readonly string[] | undefined } {
  const start = lines.findIndex((line) => line.trim() === ':RECEIPTS:');
  if (start === -1) return { rest: lines, drawer: undefined };
  const end = lines.findIndex((line, index) => index > start && line.trim() === ':END:');
  if (end === -1) return { rest: lines.slice(0, start), drawer: [] };
  return { rest: [...lines.slice(0, start), ...lines.slice(end + 1)], drawer: lines.slice(start + 1, end) };
}
