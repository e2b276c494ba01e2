// What a schema found wrong, said so that a person can put it right: the value, what it should be, what was probably meant.
import * as z from 'zod/mini';
import { isRecord, nearest } from '../text/text.ts';
import { configError, type YamlSource } from './yaml-source.ts';

/** Checks a value against a schema; the first thing wrong with it becomes the error. */
export function check<Schema extends z.ZodMiniType>(schema: Schema, source: YamlSource, file: string): z.infer<Schema> {
  // The words are made only where something is wrong.
  const result = schema.safeParse(source.value, { error: (issue) => z.locales.en().localeError(issue) });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue === undefined) throw configError(file, 1, 'not valid');
  if (issue.code === 'unrecognized_keys') {
    const name = issue.keys[0] ?? '';
    const guess = nearest(name, namesAt(schema, issue.path));
    const wrong = `\`${name}\` is not a setting${where(issue.path)}`;
    throw configError(file, source.lineOf([...issue.path, name]), wrong, guess && `Did you mean \`${guess}\`?`);
  }
  const value = at(source.value, issue.path);
  const what = isSecret(issue.path) ? 'is not a place' : `is ${shown(value)}`;
  const wrong = `\`${issue.path.join('.') || 'the file'}\` ${what}, but should be ${expected(issue)}`;
  throw configError(file, source.lineOf(issue.path), wrong, yesNo(value));
}

/** Who writes a key where its place belongs must not find it again in messages and receipts. An address may hold a password. */
function isSecret(path: readonly PropertyKey[]): boolean {
  return path.some((name) => /^(?:key|url|token|password|secret)/iu.test(String(name)));
}

function where(path: readonly PropertyKey[]): string {
  return path.length === 0 ? '' : ` of \`${path.join('.')}\``;
}

function expected(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type')
    return `a ${issue.expected === 'object' ? 'section with settings of its own' : issue.expected}`;
  if (issue.code === 'invalid_value') return `one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_small') return `at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `at most ${issue.maximum}`;
  if (issue.code === 'invalid_union')
    return issue.errors.flatMap(([first]) => (first === undefined ? [] : [expected(first)])).join(', or ');
  return issue.message;
}

function yesNo(value: unknown): string | undefined {
  return typeof value === 'string' && /^(?:yes|no|on|off)$/iu.test(value)
    ? `In YAML 1.2 \`${value}\` is a word; write \`${/^(?:yes|on)$/iu.test(value) ? 'true' : 'false'}\`.`
    : undefined;
}

function shown(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value).slice(0, 60);
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, name) => (inner as Record<PropertyKey, unknown> | undefined)?.[name], value);
}

/** The names a schema knows at a place, found by asking the schema itself. */
function namesAt(schema: z.ZodMiniType, path: readonly PropertyKey[]): string[] {
  let here: unknown = schema;
  for (const name of path) here = shapeOf(here)?.[String(name)] ?? elementOf(here) ?? here;
  return Object.keys(shapeOf(here) ?? {});
}

function shapeOf(schema: unknown): Record<string, unknown> | undefined {
  const { shape, options } = unwrapped(schema);
  if (isRecord(shape)) return shape;
  return Array.isArray(options) ? options.map(shapeOf).find((each) => each !== undefined) : undefined;
}

const elementOf = (schema: unknown): unknown => unwrapped(schema).element;

/** What a schema was made of, without what may be missing around it. */
function unwrapped(schema: unknown): Readonly<Record<string, unknown>> {
  const def = isRecord(schema) && isRecord(schema.def) ? schema.def : {};
  const inner = def.innerType ?? (typeof def.getter === 'function' ? def.getter() : undefined);
  return inner === undefined ? def : unwrapped(inner);
}
