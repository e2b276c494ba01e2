// The carry in a file: labelled dashes for people, and a drawer with what each fact hangs on.
import { isRecord, jsonIn, normaliseText, oneLine } from '../text/text.ts';
import { type Carry, type CoveredTree, emptyCarry, type FactReceipt, type VerifiedFact } from './entry.ts';

const nothing = /^(?:none|nothing|no(?:thing)? (?:task|one|mid-?flight)|n\/a|null|-|—)(?:\s|[.,;]|$)/iu;
const labels: readonly (readonly [pattern: RegExp, part: 'doing' | 'next' | 'midFlight' | 'verified'])[] = [
  [/^(?:current(?:ly)? )?doing\b[^:]{0,20}:\s*/iu, 'doing'],
  [/^(?:exact )?next(?: action| step)?\s*:\s*/iu, 'next'],
  [/^(?:files? )?(?:mid-?flight|in flight)\b[^:]{0,20}:\s*/iu, 'midFlight'],
  [/^verified\b[^:]{0,40}:\s*/iu, 'verified'],
];
const secondLabel = /;\s+(?=(?:(?:exact )?next(?: action| step)?|verified\b[^:;]{0,40}|(?:files? )?mid-?flight)\s*:)/iu;
const plainPath = /^[\p{L}\p{N}_.@+~/-]+$/u;

/** What passed may have passed cycles ago, and nothing changed since. (Earlier versions wrote `verified this cycle`.) */
export const verifiedLabel = 'verified, and still holds';

/** Prints a carry as its dashes and, if anything can be checked, the drawer. */
export function printCarry(carry: Carry): string[] {
  const { midFlight, moreMidFlight, verified, covers } = carry;
  const files = midFlight
    .map((path) => (isPlainPath(path) ? path : asJson(path).replaceAll(';', '\\u003b')))
    .join(', ');
  const records = [
    ...(covers === null ? [] : [{ kind: 'tree', ...covers }]),
    ...verified.map(({ text, receipt }) => ({ kind: 'fact', text, receipt })),
  ];
  return [
    `- DOING: ${carry.doing === null ? 'nothing' : quoted(carry.doing)}`,
    `- next action: ${carry.next === null ? 'nothing is in flight' : quoted(carry.next)}`,
    ...(files === '' ? [] : [`- mid-flight: ${files}${moreMidFlight > 0 ? ` (and ${moreMidFlight} more)` : ''}`]),
    ...(verified.length === 0 ? [] : [`- ${verifiedLabel}: ${verified.map(({ text }) => text).join('; ')}`]),
    ...carry.other.map((line) => `- note: ${quoted(line)}`),
    ...(records.length === 0 ? [] : [':RECEIPTS:', ...records.map((record) => `- ${asJson(record)}`), ':END:']),
  ];
}

/** Reads a carry, ours or another program's. `items` are the dashes, `drawer` the lines of the drawer, if there is one. */
export function parseCarry(items: readonly string[], drawer: readonly string[] | undefined): Carry {
  let { doing, next } = emptyCarry;
  let files: Pick<Carry, 'midFlight' | 'moreMidFlight'> = { midFlight: [], moreMidFlight: 0 };
  const verified: VerifiedFact[] = [];
  const other: string[] = [];
  // With a drawer it is ours, and we put one part behind each dash.
  for (const item of drawer === undefined ? items.flatMap(splitLabels) : items) {
    const [pattern, part] = labels.find(([label]) => label.test(item)) ?? [];
    const value = pattern === undefined ? item : item.replace(pattern, '');
    if (part === 'doing') doing ??= plainValue(value);
    else if (part === 'next') next ??= plainValue(value);
    else if (part === 'midFlight') files = parseFiles(value);
    else if (part === 'verified') {
      if (value !== '' && !nothing.test(value)) verified.push({ text: value, receipt: null });
    } else {
      const note = item.startsWith('note: ') ? (plainValue(item.slice('note: '.length)) ?? '') : item;
      if (note !== '') other.push(note);
    }
  }
  const parts: Carry = { doing, next, ...files, verified, covers: null, other };
  if (drawer === undefined) return parts;
  const records = drawer.flatMap((line) => parseRecord(line.replace(/^\s*-\s*/u, '')));
  return {
    ...parts,
    verified: records.flatMap((record) => (record.kind === 'fact' ? [record.fact] : [])),
    covers: records.flatMap((record) => (record.kind === 'tree' ? [record.covers] : []))[0] ?? null,
  };
}

/** Another program may put two parts behind one dash: `DOING: nothing; next action: …`. A quoted value is whole. */
function splitLabels(line: string): string[] {
  if (line.startsWith('note: ') && wholeQuoted(line.slice('note: '.length)) !== undefined) return [line];
  const isQuoted = labels.some(([label]) => label.test(line) && wholeQuoted(line.replace(label, '')) !== undefined);
  return isQuoted ? [line] : line.split(secondLabel);
}

/** Whether a path can stand in a list as it is: no blank or comma in it, in the one form of text, and no word that means there is none. */
function isPlainPath(path: string): boolean {
  return plainPath.test(path) && normaliseText(path) === path && !nothing.test(path) && !path.startsWith('~');
}

/** Quoted if it would otherwise be read as something else. */
function quoted(value: string): string {
  const isPlain = !value.startsWith('"') && !nothing.test(value) && !secondLabel.test(value);
  return isPlain ? value : asJson(value);
}

/** JSON that reading text into its normal form does not change: a file's name may be spelled in a form of its own. */
function asJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (oneLine(json) === json) return json;
  return json.replace(/[^ -~]| (?= )/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

function plainValue(value: string): string | null {
  const whole = wholeQuoted(value);
  if (whole !== undefined) return whole;
  return value === '' || nothing.test(value) ? null : value;
}

function wholeQuoted(value: string): string | undefined {
  if (!value.startsWith('"') || !value.endsWith('"') || value.length < 2) return undefined;
  const parsed = jsonIn(value);
  return typeof parsed === 'string' ? oneLine(parsed) : undefined;
}

function parseFiles(value: string): Pick<Carry, 'midFlight' | 'moreMidFlight'> {
  const more = / \(and (\d{1,9}) more\)$/u.exec(value);
  const list = more === null ? value : value.slice(0, more.index);
  if (nothing.test(list)) return { midFlight: [], moreMidFlight: 0 };
  const paths = [...list.matchAll(/\s*(?:"(?:[^"\\]|\\.)*"|[^,]+)/gu)].flatMap(([token]) => {
    const text = token.trim();
    const parsed = text.startsWith('"') ? jsonIn(text) : text.replace(/^[`=~](.+)[`=~]$/u, '$1');
    return typeof parsed === 'string' && parsed !== '' ? [parsed] : [];
  });
  return { midFlight: paths, moreMidFlight: Number(more?.[1] ?? 0) };
}

type DrawerRecord =
  | { readonly kind: 'tree'; readonly covers: CoveredTree }
  | { readonly kind: 'fact'; readonly fact: VerifiedFact };

/** One line of the drawer; what is not as we write it is nothing: a receipt that cannot be read proves nothing. */
function parseRecord(line: string): DrawerRecord[] {
  const value = jsonIn(line);
  if (!isRecord(value)) return [];
  if (value.kind === 'tree') {
    const files = isRecord(value.files) ? value.files : {};
    const blobs = Object.entries(files).map(([path, blob]) => [path, name(blob)] as const);
    const covers = { head: name(value.head), tree: name(value.tree), files: Object.fromEntries(blobs) };
    return [{ kind: 'tree', covers }];
  }
  if (value.kind !== 'fact' || typeof value.text !== 'string' || oneLine(value.text) === '') return [];
  return [{ kind: 'fact', fact: { text: oneLine(value.text), receipt: parseReceipt(value.receipt) } }];
}

function parseReceipt(value: unknown): FactReceipt | null {
  if (!isRecord(value)) return null;
  const { kind, command, time } = value;
  if (typeof command !== 'string' || command.length > 2000 || typeof time !== 'string') return null;
  if (Number.isNaN(Date.parse(time))) return null;
  if (kind === 'output') return { kind, command, time };
  return kind === 'check' ? { kind, command, exit: 0, time } : null;
}

function name(value: unknown): string | null {
  return typeof value === 'string' && /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/u.test(value) ? value : null;
}
