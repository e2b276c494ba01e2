// A model over a real connection: it is told what the rules know and nothing that a program printed, is held to the same evidence, and its choice reaches the next run.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { printStep, stepRecord } from '../../src/steps/steps.ts';
import { appendLine } from '../../src/telemetry/telemetry.ts';
import { wakeUp } from '../../src/wake/wake.ts';
import { realWorld } from '../../src/wire/wire.ts';
import { liveDay, timeOf } from '../day.ts';
import { sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';
import { env } from './asking.ts';
import { codeIn, dreamerAt } from './asleep.ts';
import { good, startModelServer } from './server.ts';

const board = `* board
** DOING parse quoted csv fields
- [ ] escaped quotes inside
** DOING invoice totals by month
** NEXT rate limits for uploads
** TODO honest faq page
** TODO dark mode toggle
** TODO search box shortcuts
- [ ] arrow keys
- [ ] escape key
** TODO release notes
* log
`;

const tale =
  'The dark mode toggle landed. Quoted csv fields are half way, and the checks are red. A third thing. A fourth thing.';

test('a model is told the facts, judged by them, and heard by the next run', async (t) => {
  const box = sandbox(t);
  const lived = await liveDay(box, 'project', {
    ...{ shape: 'nested', board },
    before: {
      ...{ 'src/csv.ts': 'a\n', 'src/invoice-totals.ts': 'a\n', 'src/dark.ts': 'a\n', 'src/search.ts': 'a\n' },
      'docs/plan.md': '# plan\n- [x] begin\n- [ ] write to the printer\n',
    },
    day: [
      { at: '08:30', run: 'npm run e2e', exit: 1 },
      { at: '09:00', prompt: 'my sister wants the dark mode by friday, hurry up a little' },
      { at: '09:01', edit: 'src/dark.ts', content: 'b\n' },
      {
        at: '09:05',
        commit:
          'feat: dark mode toggle\n\nCo-authored-by: Ann <ann@example.org>\n\nThe screen was too bright at night.',
      },
      { at: '09:10', edit: 'src/csv.ts', content: 'b\n' },
      { at: '09:15', commit: 'fix: quoted csv fields keep their commas' },
      { at: '09:16', edit: 'src/search.ts', content: 'b\n' },
      { at: '09:18', commit: 'feat: search box shortcuts by arrow keys' },
      { at: '09:20', edit: 'src/invoice-totals.ts', content: 'b\nc\n' },
      { at: '09:21', read: 'docs/plan.md' },
      { at: '09:22', write: 'mine.md', content: '# mine\n- [ ] buy a ring for Zoe\n' },
      { at: '09:23', read: 'mine.md' },
      { at: '09:25', run: 'npm test', exit: 1 },
    ],
  });
  const step = (report: Parameters<typeof stepRecord>[0]): void => {
    const context = { run: 'day', agent: null, seq: 0, time: timeOf('09:26'), head: null, branch: null };
    appendLine(
      join(lived.home.home, '_steps.jsonl'),
      printStep(stepRecord(report, context, { sha256: () => '', redact: (text) => text })),
    );
  };
  step({ tool: 'todo', target: '', args: { whole: true, 1: '[ ] call the dentist on monday' } });
  step({ tool: 'fetch', target: 'page', error: 'the answer was a secret poem' });

  const hash = (subject: string): string =>
    box.git('project', 'log', '-1', '--format=%h', '--abbrev=7', `--grep=${subject}`).trim();
  const [dark, csv, search] = [hash('dark mode'), hash('quoted csv'), hash('search box')];
  const verdict = (move: string, task: string, why: string) => ({ move, task, why });
  const said = [
    verdict('done', 'dark mode toggle', `${dark} is all of it`),
    verdict('done', 'honest faq page', `${dark} has it`),
    verdict('done', 'release notes', 'they are written'),
    verdict('done', 'search box shortcuts', `${search} did it`),
    verdict('done', 'parse quoted csv fields', `${csv} did it`),
    verdict('put down', 'parse quoted csv fields', 'nothing happened'),
    verdict('put down', 'invoice totals by month', 'nothing happened'),
    verdict('pick up', 'dark mode toggle', 'it is next'),
    verdict('put down', 'rate limits for uploads', 'the week went elsewhere'),
    verdict('pick up', 'honest faq page', 'people ask'),
    verdict('pick up', 'search box shortcuts', 'a key is left'),
  ];
  const server = await startModelServer(t, [good()], (asked) =>
    JSON.stringify({
      ...{ for: codeIn(asked), tale, goals: [], blueSky: [], fears: [], verdicts: said },
      next: 'go on with parse quoted csv fields',
    }),
  );
  const { models } = await realWorld({ ...box.env, ...env });
  const at = (time: string) => ({ ...lived.at(time), world: { ...lived.at(time).world, models } });
  const { receipt, text } = await sleepOnce(at('10:00'), { env: {}, dreamer: dreamerAt(server.url, 'chat', false) });
  assert.equal(receipt.outcome, 'ran', receipt.message);

  await t.test('it is told what the rules know', () => {
    const prompt = JSON.stringify(server.asked[0]?.body).replaceAll('\\n', '\n').replaceAll('\\"', '"');
    for (const known of [
      `${dark} The screen was too bright at night.`,
      'DOING invoice totals by month; the files in flight are for it',
      'DOING parse quoted csv fields; first open box: escaped quotes inside',
      'src/invoice-totals.ts +2 −1 (in flight)',
      `TODO dark mode toggle (perhaps, ${dark}: `,
      'docs/plan.md: 1 open, first: write to the printer',
      '`npm test` failed 1× (exit 1), last at 2026-06-10T09:25:00.000Z (35 min ago), not passed since',
      'reason where a commit states one',
    ])
      assert.ok(prompt.includes(known), `${known}\n${prompt}`);
    assert.doesNotMatch(prompt, /secret poem|ring for Zoe/u);
  });
  await t.test('it is held to the same evidence', () => {
    assert.deepEqual(receipt.verdicts, [
      `done: dark mode toggle — ${dark} is all of it`,
      'pick up: search box shortcuts — a key is left',
    ]);
    assert.deepEqual(
      receipt.leftOut.map(({ line, why }) => `${line.split(' — ')[0]}: ${why}`),
      [
        `done: honest faq page: ${dark} is no commit of this cycle that speaks of it`,
        'done: release notes: to call a task done, a verdict has to name the commit that finished it',
        'done: search box shortcuts: a box of it is still open',
        'done: parse quoted csv fields: a box of it is still open',
        `put down: parse quoted csv fields: this cycle worked on it: ${csv}`,
        'put down: invoice totals by month: this cycle worked on it: src/invoice-totals.ts',
        `pick up: dark mode toggle: it looks done, or may be (${dark})`,
        'put down: rate limits for uploads: suggested, not carried out: nothing in the record speaks for it',
        'pick up: honest faq page: suggested, not carried out: nothing in the record speaks for it',
      ],
    );
    assert.match(text ?? '', /^- next action: go on with "parse quoted csv fields"; `npm test` still fails$/mu);
  });
  await t.test('its tale and its choice reach the next run', async () => {
    const { pack, carry } = await wakeUp(at('10:30'), { isDry: true });
    assert.equal(carry.next, 'go on with "parse quoted csv fields"; `npm test` still fails');
    const frame = pack.slice(pack.indexOf('<others-'));
    assert.ok(frame.includes('The dark mode toggle landed.') && frame.includes('the checks are red.'), pack);
    assert.doesNotMatch(pack, /third thing/u);
  });
  const next = async (time: string): Promise<string> => (await wakeUp(at(time), { isDry: true })).carry.next;
  await t.test(
    'news that have nothing to do with it leave it first; what failed before the dream does not override it',
    async () => {
      lived.happen({ at: '10:40', run: 'ls', exit: 0 });
      assert.equal(await next('10:45'), 'go on with "parse quoted csv fields"; `npm test` still fails');
      lived.happen({ at: '10:46', run: 'npm test', exit: 0 });
      assert.equal(await next('10:50'), 'go on with "parse quoted csv fields"');
    },
  );
  await t.test('what failed, or was begun, after the dream comes before it, and the choice is told', async () => {
    lived.happen({ at: '11:00', edit: 'src/dark.ts', content: 'c\n' });
    const { pack, carry } = await wakeUp(at('11:05'), { isDry: true });
    assert.match(carry.next, /^finish and commit .*src\/dark\.ts/u);
    assert.ok(pack.includes('It would go on with "parse quoted csv fields".'), pack);
    lived.happen({ at: '11:10', run: 'npm test', exit: 1 });
    assert.match(await next('11:15'), /^make `npm test` pass again/u);
  });
  await t.test('a task that is not open any more leads nobody', async () => {
    box.git('project', 'checkout', '--', 'src/dark.ts');
    lived.happen({ at: '11:20', run: 'npm test', exit: 0 });
    lived.happen({ at: '11:21', move: 'parse quoted csv fields', to: 'DONE' });
    assert.doesNotMatch(await next('11:30'), /parse quoted/u);
  });
});
