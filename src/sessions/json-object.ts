// Values that another program handed over: looked at by hand, because a hook has no time to load a schema.
import { isRecord, jsonIn } from '../text/text.ts';

/** An object of which nothing is known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The value as an object; an empty one if it is none. */
export function objectOf(value: unknown): JsonObject {
  // Without the names a prototype would bring along.
  return isRecord(value) ? (Object.assign(Object.create(null), value) as JsonObject) : {};
}

/** What a text of JSON says, as an object; undefined if it is cut off, or no JSON. */
export function objectIn(json: string): JsonObject | undefined {
  const value = jsonIn(json);
  return value === undefined ? undefined : objectOf(value);
}

export function textIn(from: JsonObject, name: string): string | undefined {
  const value = from[name];
  return typeof value === 'string' ? value : undefined;
}

export function listIn(from: JsonObject, name: string): readonly unknown[] {
  const value = from[name];
  return Array.isArray(value) ? value : [];
}
