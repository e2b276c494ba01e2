// The ways in ARCHITECTURE.md are true: each names functions that are there, and that call each other.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { withoutComments } from './law.ts';
import { root } from './sandbox.ts';

interface Station {
  readonly depth: number;
  readonly file: string;
  readonly functions: readonly string[];
}

/** The lines of a way: how far right, which file, which functions of it; what stands behind three blanks is for people. */
function stationsIn(way: string): Station[] {
  return way
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [file = '', ...functions] = (line.trim().split(/ {2,}/u)[0] ?? '').split(' ');
      return { depth: line.search(/\S/u) / 2, file, functions };
    });
}

/** The source of functions and constants of a file that stand at its top, by name. */
function partsOf(source: string): Map<string, string> {
  const begins = [...withoutComments(source).matchAll(/^(?:export )?(?:async )?(?:function\*? |const )(\w+)/gmu)];
  const code = withoutComments(source);
  return new Map(begins.map(({ 1: name = '', index }, at) => [name, code.slice(index, begins[at + 1]?.index)]));
}

/** What is untrue about a way, in words. */
function untrueIn(way: string, sourceOf: (file: string) => string | undefined): string[] {
  const stations = stationsIn(way);
  const files = stations.map(({ file }) => file);
  const twice = files.filter((file, at) => files.indexOf(file) !== at).map((file) => `${file} stands there twice`);
  const found = stations.flatMap(({ file, functions, depth }, at): string[] => {
    const source = sourceOf(file);
    if (source === undefined) return [`there is no ${file}`];
    const parts = partsOf(source);
    const missing = functions.filter((name) => !parts.has(name));
    if (missing.length > 0 || functions.length === 0)
      return [`${file} has no ${missing.join(', ') || 'function named'}`];
    const names = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`, 'u').test(text);
    const caller = stations.slice(0, at).findLast((each) => each.depth < depth);
    const callers = caller === undefined ? undefined : partsOf(sourceOf(caller.file) ?? '');
    const above = caller?.functions.map((name) => callers?.get(name)).join('\n');
    if (above !== undefined && !functions.some((name) => names(above, name)))
      return [`${caller?.file} calls none of ${functions.join(', ')}`];
    // Each of them is called from above, or by another that is named beside it.
    const reached = (name: string): boolean =>
      names(above ?? '', name) || functions.some((each) => each !== name && names(parts.get(each) ?? '', name));
    return functions
      .slice(1)
      .filter((name) => !reached(name))
      .map((name) => `nobody named calls ${name} of ${file}`);
  });
  return [...twice, ...found];
}

const ways = [...readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8').matchAll(/```way\n([^`]+)```/gu)];
const sourceOf = (file: string): string | undefined => {
  const path = join(root, 'src', file);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
};

test('there is a way for a night, a hook event, a wake, a tick and an undo', () => {
  const begin = ways.map(([, way = '']) => stationsIn(way)[0]?.functions[0]);
  for (const name of ['desk', 'hook', 'addWake', 'addTick', 'addUndo']) assert.ok(begin.includes(name), name);
});

for (const [, way = ''] of ways) test(way.split('\n')[0] ?? '', () => assert.deepEqual(untrueIn(way, sourceOf), []));

describe('an untrue way is seen', () => {
  const house: Readonly<Record<string, string>> = {
    'a.ts': '// A.\nexport function one(): void {\n  two();\n}\n/** Calls three. */\nfunction idle(): void {}\n',
    'b.ts': '// B.\nexport const two = (): number => 2;\nexport const three = 3;\n',
  };
  const seen = (way: string): number => untrueIn(way, (file) => house[file]).length;
  test('a true one', () => assert.equal(seen('a.ts one      for people\n  b.ts two\n'), 0));
  for (const [what, way] of [
    ['a file that is not there', 'a.ts one\n  c.ts two\n'],
    ['a function that is not there', 'a.ts one\n  b.ts four\n'],
    ['a call that is not made', 'a.ts one\n  b.ts three\n'],
    ['a call in a comment', 'a.ts idle\n  b.ts three\n'],
    ['two functions of a file that have nothing to do with each other', 'a.ts one idle\n  b.ts two\n'],
    ['a file that stands there twice', 'a.ts one\n  b.ts two\n  b.ts two\n'],
  ] as const)
    test(what, () => assert.equal(seen(way), 1));
});
