// A setting that does nothing yet is accepted, named where people look, and marked in the docs.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { inertSettings, parseHomeSettings } from '../../src/config/config.ts';
import { homeIn, root, sandbox } from '../sandbox.ts';

test('status and doctor name it, and only it', (t) => {
  const box = sandbox(t);
  homeIn(box);
  const named = (verb: string): string[] => {
    const { problems, findings } = JSON.parse(box.dk('home', [verb, '--json']).stdout) as Record<
      string,
      { readonly code?: string; readonly id?: string; readonly message: string }[] | undefined
    >;
    const all = [...(problems ?? []), ...(findings ?? [])];
    return all.filter(({ code, id }) => (code ?? id) === 'settings-inert').map(({ message }) => message);
  };
  for (const verb of ['status', 'doctor']) assert.deepEqual(named(verb), []);
  box.write(
    'home/dreamkeeper.yaml',
    'rem:\n  keep: 9\npush: project\nfatigue:\n  warning: 50\ndreaming:\n  tools: none\n',
  );
  for (const verb of ['status', 'doctor']) {
    const [message, ...more] = named(verb);
    assert.match(message ?? '', /^`push` in dreamkeeper\.yaml does nothing yet\.?$/u);
    assert.deepEqual(more, []);
  }
  box.write('home/dreamkeeper.yaml', 'agents:\n  - id: zoe\n    dreaming:\n      tools: none\n');
  assert.deepEqual(named('status'), []);
});

test('the docs mark exactly these as not used', () => {
  const page = readFileSync(join(root, 'docs/configuration.md'), 'utf8');
  /** `fatigue.limit` `warning` in one cell are two lines of one block; of a block that is wholly one or the other only its name is compared. */
  const namesIn = (part: string | undefined): string[] => [
    ...new Set(
      [...(part ?? '').matchAll(/^\| (`\w[^|]*)\|/gmu)].flatMap(([, cell = '']) => {
        const [first = '', ...more] = [...cell.matchAll(/`([\w.*]+)/gu)].map(([, name = '']) => name);
        const [block = ''] = first.split('.');
        return ['fatigue', 'dreaming'].includes(block) ? [first, ...more.map((name) => `${block}.${name}`)] : [block];
      }),
    ),
  ];
  const [used, unused] = page
    .split('\n## ')
    .filter((part) => /^Settings (?:of a home|that do nothing yet)\n/u.test(part));
  const every =
    'heartbeat: {enabled: true}\ndreaming: {enable: true, idle: true, idleMinutes: 120, maxPerDay: 3, prompt: x, tools: none}\nfatigue: {warning: 60, limit: 80, min_dream_interval: 10m, quick_nap: 30s, deep_sleep_every: 10, deep_sleep_pause: 300s, keep_recent_messages: 20, max_context_chars: 100000}\npush: project\n';
  const inert = inertSettings(parseHomeSettings(Buffer.from(every), '', '')).map((name) =>
    /^(?:fatigue|dreaming)\./u.test(name) ? name : name.split('.')[0],
  );
  assert.deepEqual(namesIn(unused).toSorted(), [...new Set(inert)].toSorted());
  assert.ok(namesIn(used).includes('rem'));
  assert.deepEqual(
    namesIn(used).filter((name) => inert.includes(name)),
    [],
  );
});
