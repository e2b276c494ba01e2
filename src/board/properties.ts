// A heading's properties: its drawer, and bare `:KEY: value` lines in its own text (the drawer wins).
import type { Line } from './lines.ts';

const property = /^[ \t]*:([A-Za-z][A-Za-z0-9_-]*):[ \t]+(\S.*)$/u;
const drawerStart = /^[ \t]*:PROPERTIES:[ \t]*$/iu;
const drawerEnd = /^[ \t]*:END:[ \t]*$/iu;
const planning = /^[ \t]*(?:SCHEDULED|DEADLINE|CLOSED):/u;

/** Property names in upper case with their values in byte text; `unclosed` if a drawer was begun and never ended. */
export interface Properties {
  readonly values: ReadonlyMap<string, string>;
  readonly unclosed: boolean;
}

/** Reads the lines between a heading and the next one; lines inside blocks are already left out. */
export function readProperties(body: readonly Line[]): Properties {
  const first = body[0] !== undefined && planning.test(body[0].text) ? 1 : 0;
  const values = new Map<string, string>();
  let unclosed = false;
  let after = first;
  if (drawerStart.test(body[first]?.text ?? '')) {
    const end = body.findIndex((line, index) => index > first && drawerEnd.test(line.text));
    unclosed = end === -1;
    after = end === -1 ? first + 1 : end + 1;
    if (!unclosed) take(values, body.slice(first + 1, end));
  }
  take(values, body.slice(after));
  return { values, unclosed };
}

/** The first mention of a name counts. */
function take(values: Map<string, string>, lines: readonly Line[]): void {
  for (const { text } of lines) {
    const match = text.includes(':') ? property.exec(text) : null;
    const name = match?.[1]?.toUpperCase();
    if (name !== undefined && !values.has(name)) values.set(name, (match?.[2] ?? '').trimEnd());
  }
}
