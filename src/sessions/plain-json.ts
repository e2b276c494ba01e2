// Settings as a strict reader of JSON sees them, who knows comments and nothing else besides.
import { jsonIn } from '../text/text.ts';
import { type JsonObject, objectOf } from './json-object.ts';

/** Undefined if such a reader refuses the text. */
export function plainJson(text: string): JsonObject | undefined {
  const isString = (part: string): boolean => part.startsWith('"');
  const plain = text.replaceAll(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//gu, (part) =>
    isString(part) ? part : ' ',
  );
  const value = jsonIn(plain);
  return value === undefined ? undefined : objectOf(value);
}
