// What a model answered, as operations: tolerantly in its form, strictly in what it names.
import * as z from 'zod/mini';
import type { LeftOutLine } from '../asking/asking.ts';
import { followsFrom, saidAgain, saidWithin, whyNotNewer } from '../slots/slots.ts';
import { isRecord, jsonIn, oneLine } from '../text/text.ts';
import { isSaidSince } from './held.ts';
import type { Operation } from './operations.ts';
import type { Planned } from './planned.ts';
import { mostOperations } from './prompt.ts';
import { wordsOf } from './wording.ts';

export type OperationsRead =
  | { readonly kind: 'read'; readonly operations: readonly Operation[]; readonly leftOut: readonly LeftOutLine[] }
  | { readonly kind: 'malformed'; readonly reason: string };

const id = z.string().check(z.trim(), z.toLowerCase(), z.regex(/^m-[a-z2-7]{8}$/u));
const ids = z.array(id).check(z.minLength(1), z.maxLength(20));
const to = z.string().check(z.maxLength(2000));
const why = z.catch(z.string(), '');
const operation = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('merge'), of: ids, to, why }),
  z.object({ kind: z.literal('demote'), id, why }),
  z.object({ kind: z.literal('supersede'), id, by: id, why }),
  z.object({ kind: z.literal('reword'), id, to, why }),
  z.object({ kind: z.literal('move'), id, after: id, why }),
  z.object({ kind: z.literal('pattern'), of: ids, to, why }),
]);

/** `seen` are the ids that it was shown, `code` that of its question. */
export function readOperations(answer: string, seen: ReadonlySet<string>, code: string): OperationsRead {
  const list = listIn(answer);
  if (list === undefined) return { kind: 'malformed', reason: 'it has no list of operations' };
  const operations: Operation[] = [];
  const leftOut: LeftOutLine[] = [];
  const leave = (given: unknown, reason: string): void => {
    leftOut.push({ line: oneLine(JSON.stringify(given) ?? '', 300), why: reason, isVerdict: false });
  };
  for (const given of list) {
    const read = operation.safeParse(given).data;
    const named = read === undefined ? [] : idsIn(read);
    const unseen = named.find((each) => !seen.has(each));
    if (read === undefined) leave(given, 'it is no operation');
    else if (unseen !== undefined) leave(given, `${unseen} was not shown`);
    else if (JSON.stringify(read).includes(code)) leave(given, 'it repeats the question');
    else if (JSON.stringify(read).includes('[REDACTED')) leave(given, 'there is a credential in it');
    else if (operations.length >= mostOperations) leave(given, `a curation takes ${mostOperations} operations at most`);
    else operations.push(read);
  }
  return { kind: 'read', operations, leftOut };
}

function idsIn(given: Operation): readonly string[] {
  if (given.kind === 'merge' || given.kind === 'pattern') return given.of;
  return [given.id, ...(given.kind === 'supersede' ? [given.by] : given.kind === 'move' ? [given.after] : [])];
}

/** One object or one list, in a fence or among words; an answer that was cut off is none. */
function listIn(answer: string): readonly unknown[] | undefined {
  for (const [open, close] of [
    ['{', '}'],
    ['[', ']'],
  ] as const) {
    const [from, end] = [answer.indexOf(open), answer.lastIndexOf(close)];
    const value = from === -1 || end < from ? undefined : jsonIn(answer.slice(from, end + 1));
    if (Array.isArray(value)) return value;
    if (isRecord(value) && Array.isArray(value.operations)) return value.operations;
  }
  return undefined;
}

/** Why it would not stand before the proof, so that nobody is asked about it. */
export function whyHarmful(
  { operation: { kind }, step: { takes }, claim }: Planned,
  times: readonly (string | null)[],
): string | undefined {
  const [was, is] = [takes.map(({ raw }) => wordsOf(raw)), wordsOf(claim.brings[0] ?? '')];
  const rests = (claim.rests ?? []).map(wordsOf);
  if (kind === 'reword') return saidAgain(was[0] ?? '', is);
  if (kind === 'merge') {
    const whys = was.map((base) => saidAgain(base, is) ?? was.map((each) => saidWithin(each, base)).find(Boolean));
    return whys.includes(undefined) ? undefined : whys[0];
  }
  if (kind === 'pattern') return followsFrom(is, rests);
  if (kind === 'supersede' && takes.some((each) => isSaidSince(each, times[0] ?? null)))
    return 'it was said again since the other entry was';
  if (kind === 'supersede') return whyNotNewer(was[0] ?? '', rests[0] ?? '', takes[0]?.time ?? null, times[0] ?? null);
  return undefined;
}
