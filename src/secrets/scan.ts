// The scanner: one pure function over text, in as many views of it as people encode text in.
import { findAssigned, type SecretSpan } from './assigned.ts';
import { findBeside } from './beside.ts';
import { findInBlocks } from './blocks.ts';
import { findCarried } from './carriers.ts';
import { findByShape } from './shapes.ts';
import { base64Runs, formDecoded, jsonUnescaped, percentDecoded, type View } from './views.ts';

/** What the owner knows to be harmless: the exact text, or `sha256:` and its hash, so that no list has to hold the thing itself. */
export interface SecretOptions {
  readonly allow?: readonly string[];
  /** Needed for entries with a hash. Handed in, because loading a hash function costs more than recording a step may. */
  readonly sha256?: (text: string) => string;
}

/** Encodings inside encodings are followed this deep; a key in JSON in a URL in JSON is common, more is not. */
const deepest = 3;

type IsAllowed = (value: string) => boolean;

/** Finds every credential. Spans are in order and do not overlap. */
export function findSecrets(text: string, options: SecretOptions = {}): SecretSpan[] {
  const allowed = new Set(options.allow ?? []);
  const isAllowed: IsAllowed = (value) =>
    allowed.size > 0 &&
    (allowed.has(value) || (options.sha256 !== undefined && allowed.has(`sha256:${options.sha256(value)}`)));
  const found = windowsOf(text).flatMap(({ start, end }) =>
    spansIn(text.slice(start, end), deepest, isAllowed, new Map()).map((span) => ({
      rule: span.rule,
      start: span.start + start,
      end: span.end + start,
    })),
  );
  return withoutOverlaps(found.filter((span) => !isAllowed(text.slice(span.start, span.end))));
}

/** A pattern over many megabytes without a break may run out of room; so much is looked at together, and a part of it twice. */
const window = 512 * 1024;
const overlap = 16 * 1024;

function windowsOf(text: string): readonly { readonly start: number; readonly end: number }[] {
  const windows: { start: number; end: number }[] = [];
  for (let start = 0; ; ) {
    const end = Math.min(text.length, start + window);
    windows.push({ start, end });
    if (end === text.length) return windows;
    // Not in the middle of a word, if there is another place: half a value may look like a whole one.
    const gap = text.slice(end - overlap, end).search(/\s/u);
    start = end - overlap + (gap === -1 || gap > overlap / 2 ? 0 : gap);
  }
}

/** Replaces each credential by `[REDACTED:rule]` and keeps everything else. */
export function redactSecrets(text: string, options: SecretOptions = {}): string {
  let clean = '';
  let at = 0;
  for (const span of findSecrets(text, options)) {
    clean += `${text.slice(at, span.start)}[REDACTED:${span.rule}]`;
    at = span.end;
  }
  return clean + text.slice(at);
}

/** `known` remembers views that several ways of decoding lead to, for this one call. */
function spansIn(
  text: string,
  depth: number,
  isAllowed: IsAllowed,
  known: Map<string, readonly SecretSpan[]>,
): readonly SecretSpan[] {
  const key = `${depth}${text}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const spans = plainSpans(text, isAllowed);
  if (depth > 0) {
    for (const view of [percentDecoded(text), formDecoded(text), jsonUnescaped(text)]) {
      if (view === undefined) continue;
      for (const span of spansIn(view.text, depth - 1, isAllowed, known)) spans.push(inOriginal(view, span));
    }
    for (const run of base64Runs(text)) {
      const [first] = withoutOverlaps(spansIn(run.text, depth - 1, isAllowed, known));
      if (first !== undefined) spans.push({ rule: first.rule, start: run.start, end: run.end });
    }
  }
  known.set(key, spans);
  return spans;
}

/** What an allowed value covers is allowed under every rule. */
function plainSpans(original: string, isAllowed: IsAllowed): SecretSpan[] {
  // Our own marks are no values; the sign is one that ends a value under most rules.
  const text = original.replace(/\[REDACTED:[a-z0-9-]{1,40}\]/gu, (mark) => '<'.repeat(mark.length));
  const hits: SecretSpan[] = [
    ...findByShape(text),
    ...findAssigned(text),
    ...findCarried(text),
    ...findBeside(text),
    ...findInBlocks(text),
  ];
  const allowed = hits.filter((hit) => isAllowed(text.slice(hit.start, hit.end)));
  return hits.filter((hit) => !allowed.some((other) => other.start <= hit.start && hit.end <= other.end));
}

function inOriginal(view: View, span: SecretSpan): SecretSpan {
  return { rule: span.rule, start: view.starts[span.start] ?? 0, end: view.ends[span.end - 1] ?? 0 };
}

function withoutOverlaps(spans: readonly SecretSpan[]): SecretSpan[] {
  const merged: SecretSpan[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push(span);
    else if (span.end > last.end) merged[merged.length - 1] = { ...last, end: span.end };
  }
  return merged;
}
