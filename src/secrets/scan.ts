// The scanner: one pure function over text, in as many views of it as people encode text in.
import { createHash } from 'node:crypto';
import { findByContext } from './context-rules.ts';
import { findByShape } from './token-rules.ts';
import { base64Runs, jsonUnescaped, percentDecoded, type View } from './views.ts';

/** Where a credential stands, and by which rule it was found. Never carries the value. */
export interface SecretSpan {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
}

/** What the owner knows to be harmless: the exact text, or `sha256:` and its hash, so that no list has to hold the thing itself. */
export interface SecretOptions {
  readonly allow?: readonly string[];
}

/** Encodings inside encodings are followed this deep; a key in JSON in a URL is common, more is not. */
const deepest = 2;

/** Finds every credential. Spans are in order and do not overlap. */
export function findSecrets(text: string, options: SecretOptions = {}): SecretSpan[] {
  const allowed = new Set(options.allow ?? []);
  const isAllowed = (value: string): boolean =>
    allowed.size > 0 &&
    (allowed.has(value) || allowed.has(`sha256:${createHash('sha256').update(value).digest('hex')}`));
  const found = spansIn(text, deepest).filter((span) => !isAllowed(text.slice(span.start, span.end)));
  return withoutOverlaps(found);
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

function spansIn(text: string, depth: number): SecretSpan[] {
  const spans: SecretSpan[] = [];
  for (const { name, start, end } of [...findByShape(text), ...findByContext(text)])
    spans.push({ rule: name, start, end });
  if (depth === 0) return spans;
  for (const view of [percentDecoded(text), jsonUnescaped(text)]) {
    if (view !== undefined) spans.push(...spansIn(view.text, depth - 1).map((span) => inOriginal(view, span)));
  }
  for (const run of base64Runs(text)) {
    const [first] = spansIn(run.text, depth - 1);
    if (first !== undefined) spans.push({ rule: first.rule, start: run.start, end: run.end });
  }
  return spans;
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
