// What a morning, a night and a session start load: what any home needs. What few homes need is loaded by whoever needs it, so that the
// others do not wait for it. A file of the bundle is loaded whole, with all files that it imports; which of ours are in it, it says.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { builtBin } from '../built.ts';
import { root } from '../sandbox.ts';

const dist = dirname(builtBin(root));
const files = new Map(
  readdirSync(dist)
    .filter((name) => name.endsWith('.js'))
    .map((name) => [name, readFileSync(join(dist, name), 'utf8')]),
);

/** Where a file of ours was put. */
function fileWith(source: string): string {
  const name = [...files.keys()].find((each) => files.get(each)?.includes(`\n// ${source}\n`));
  assert.ok(name !== undefined, source);
  return name;
}

/** All that is loaded with these; what is imported later, when it is needed, is not followed. */
function loadedWith(...sources: readonly string[]): string[] {
  const open = ['bin.js', 'cli.js', ...sources.map(fileWith)];
  const seen = new Set<string>();
  for (const name of open) {
    if (seen.has(name)) continue;
    seen.add(name);
    for (const [, next = ''] of (files.get(name) ?? '').matchAll(/^(?:import|export) [^;]*?"\.\/([^"]+)";$/gmu))
      open.push(next);
  }
  const code = [...seen].map((name) => files.get(name)).join('\n');
  return [...code.matchAll(/^\/\/ src\/(\S+)\.ts$/gmu)].map(([, source = '']) => source);
}

/** They are for homes with memories, observations, indexes or a cadence, for programs that ask, and for whoever looks after a home. */
const later = [
  ...['slots', 'proof', 'curate', 'consolidate', 'recall', 'indexes', 'embed', 'models', 'mcp', 'trim'],
  ...['history', 'doctor', 'report', 'install', 'adopt', 'adapters', 'work/work-once', 'work/gate', 'verbs/kept-home'],
];
const isOf = (what: string) => (source: string) => source === what || source.startsWith(`${what}/`);

describe('what few homes need is loaded by whoever needs it', () => {
  for (const [what, ...sources] of [
    ['a morning', 'src/verbs/wake.ts'],
    ['a night', 'src/verbs/sleep.ts', 'src/sweep/sweep-act.ts', 'src/dream/dream-act.ts'],
    ['a session start', 'src/verbs/tick.ts', 'src/sweep/sweep-act.ts', 'src/dream/dream-act.ts'],
  ] as const)
    test(what, () => {
      const loaded = loadedWith(...sources);
      for (const needed of ['wake', 'facts', 'change/plan']) assert.ok(loaded.some(isOf(needed)), needed);
      assert.deepEqual(
        later.filter((each) => loaded.some(isOf(each))),
        [],
      );
    });

  test('nobody opens a file that only points to another', () => {
    const signs = [...files].flatMap(([name, code]) =>
      name !== 'index.js' && /^export \{ [^}]+ \} from "\.\/[\w.-]+";\s*$/u.test(code) ? [name] : [],
    );
    assert.ok(signs.length > 0, 'there are some, or this says nothing');
    const opened = [...files.values()].flatMap((code) =>
      [...code.matchAll(/\bimport\("\.\/([\w.-]+)"\)/gu)].map(([, name = '']) => name),
    );
    assert.ok(opened.includes('desk.js'));
    assert.deepEqual(
      signs.filter((name) => opened.includes(name)),
      [],
    );
  });

  test('whoever proves a night loads the proof, and what it reads sentences with', () => {
    const loaded = loadedWith('src/proof/prove.ts');
    for (const needed of ['proof', 'slots']) assert.ok(loaded.some(isOf(needed)), needed);
  });
});
