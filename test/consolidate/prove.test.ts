// `dk nights prove` looks at observations, too: a deep sleep is proven, and a line that somebody took out of its commit by hand is seen.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { consolidateAct, deepAct } from '../../src/consolidate/consolidate.ts';
import { printDreamEntry } from '../../src/observations/observations.ts';
import { sandbox } from '../sandbox.ts';
import { consolidate, consolidateSaying, dayIn } from './lived.ts';

test('what a deep sleep pruned is proven on a clone; without a RED line, or one that nobody pruned, it is refused', async (t) => {
  const box = sandbox(t);
  const lived = await dayIn(box);
  mkdirSync(join(lived.home.home, '.self'), { recursive: true });
  const entry = { actions: 7, reflection: 'A thought.', priority: 'Do it.', observations: 1, deep: false };
  const dreams = Array.from({ length: 8 }, (_, at) =>
    printDreamEntry({ ...entry, t: `2026-06-0${at + 1}T10:00:00.000Z` }),
  );
  writeFileSync(join(lived.home.home, '.self/dreams.jsonl'), `${dreams.join('\n')}\n`);
  const acts = [consolidateAct, deepAct];
  const first = await consolidateSaying(lived, '10:00', { acts });
  lived.happen({ at: '2026-06-12T12:01:00Z', edit: 'src/a.ts', content: 'b\n' });
  const deep = await consolidate(lived, '2026-06-12T13:00:00Z', { acts, isForced: true });
  assert.equal(deep.outcome, 'ran', deep.message);
  box.git('.', 'clone', '-q', box.path('project/.dream'), 'clone');
  box.git('clone', 'config', 'user.name', 'waldo');
  box.git('clone', 'config', 'user.email', 'waldo@dreamkeeper.local');
  const proven = (id: string): string[] => {
    const ran = box.dk('clone', ['nights', 'prove', id, '--json']);
    const [night] = JSON.parse(ran.stdout).nights;
    return [night.result, night.why, `${ran.code}`];
  };
  assert.deepEqual(
    [proven(first.id)[0], proven(deep.id)[0]],
    ['proven', 'proven'],
    `${proven(first.id)} ${proven(deep.id)}`,
  );
  const path = box.path('clone', '.self/observations.md');
  const text = readFileSync(path, 'utf8');
  for (const [line, why] of [
    [/^RED 09:00 Asked.*\n/mu, /^honest: .*"RED 09:00 Asked.* would go, and nobody said so$/u],
    [/^YLW 09:15 The parser.*\n/mu, /^honest: .*"YLW 09:15 The parser.* would go, and nobody said so$/u],
  ] as const) {
    assert.match(text, line);
    writeFileSync(path, text.replace(line, ''));
    box.git('clone', 'commit', '-q', '--amend', '--no-edit', '-a');
    const [result, reason = '', code] = proven(deep.id);
    assert.deepEqual([result, code], ['refused', '14'], reason);
    assert.match(reason, why);
  }
});
