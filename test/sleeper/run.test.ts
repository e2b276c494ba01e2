// A whole run of our own loop that tires: the warning in the request after the 60th call, the sleep at 80, the wake-up, and the private log (O9, O10, O16, O36, O43).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runLimitsFrom } from '../../src/config/config.ts';
import { dreamsIn } from '../../src/observations/observations.ts';
import { asleepNow } from '../../src/sleeper/sleeper.ts';
import { saidIn } from '../../src/steps/steps.ts';
import { builtinRunner, type RunRequest } from '../../src/work/work.ts';
import { sourceAt } from '../models/asking.ts';
import { type Behaviour, good, startModelServer } from '../models/server.ts';
import { asks } from '../models/talking.ts';
import { run, tired } from './tired.ts';

const usual: RunRequest = {
  ...{ run, state: null, kind: 'work', prose: '', task: null },
  ...{ given: () => undefined, pack: 'Good morning.', limit: 60 * 60 * 1000 },
};
const warning = "You've been active for a while. Start wrapping up.";
const reads = (count: number): Behaviour =>
  asks(Array.from({ length: count }, () => ({ name: 'read', arguments: { path: 'src/a.ts' } })));

async function ran(
  t: Parameters<typeof tired>[0],
  script: readonly Behaviour[],
  more: Partial<RunRequest> = {},
  settings: Parameters<typeof tired>[1] = {},
) {
  const home = await tired(t, settings);
  const server = await startModelServer(t, script, 'All done.');
  const source = sourceAt(server.url, 'chat', false);
  const runner = builtinRunner({ name: 'acme/dreamer-1', source, limits: runLimitsFrom({}) }, home.consolidate);
  const end = await runner.run(home.agent, { ...usual, ...more });
  return { ...home, server, runner, end, asked: server.asked.map(({ body }) => JSON.stringify(body)) };
}
const times = (text: string, part: string): number => text.split(part).length - 1;

test('five turns of 16 calls: nothing at 48, the warning at 64, sleep at 80, and it wakes in the same run', async (t) => {
  const { end, asked, self, server } = await ran(t, [...Array.from({ length: 5 }, () => reads(16)), good()]);
  assert.equal(end.outcome, 'done', end.message);
  assert.equal(server.asked.length, 6);
  const said = asked.map((request) => times(request, warning));
  assert.deepEqual(said, [0, 0, 0, 0, 1, 1]);
  assert.match(
    asked[5] ?? '',
    /You woke up at 2026-06-10T10:05:00Z after sleeping 300s\.\\n\\nDuring sleep you reflected:\\n80 actions in /u,
  );
  const [entry, ...more] = dreamsIn(Buffer.from(self('dreams.jsonl')));
  assert.deepEqual([entry?.actions, more.length], [80, 0]);
  const log = saidIn(self('conversation.jsonl'));
  assert.deepEqual(
    log.filter(({ role }) => role === 'user').map(({ content }) => content.slice(0, 12)),
    ['<pack-', "You've been ", 'You woke up '].map((text, at) => (at === 0 ? log[0]?.content.slice(0, 12) : text)),
  );
  assert.equal(log.filter(({ role }) => role === 'tool').length, 80);
  assert.equal(log.at(-1)?.role, 'assistant');
});

interface Sent {
  readonly role: string;
  readonly content?: string | null;
  readonly tool_calls?: readonly { readonly id: string }[];
  readonly tool_call_id?: string;
}

/** The messages of a request, each call with its result. */
function sentIn({ body }: { readonly body: Readonly<Record<string, unknown>> }): readonly Sent[] {
  const messages = body.messages as readonly Sent[];
  const made = messages.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id));
  assert.deepEqual(
    made,
    messages.flatMap(({ tool_call_id: id }) => id ?? []),
  );
  return messages;
}
const list =
  /^Of the earlier part of this conversation only this list is left: (\d+) messages? left out to make room\./u;

test('after a consolidation only the last 20 messages are sent, and a list of the rest; the log has them all (O2, O25, O40)', async (t) => {
  const { end, self, server } = await ran(t, [...Array.from({ length: 27 }, () => reads(3)), good()]);
  assert.equal(end.outcome, 'done', end.message);
  const [before, after] = server.asked.slice(-2).map(sentIn);
  assert.equal(before?.length, 1 + 1 + 26 * (1 + 3) + 1, 'the rules, the beginning, 26 turns and the warning');
  const [rules, first, ...rest] = after ?? [];
  assert.equal(rules?.role, 'system');
  assert.match(first?.content ?? '', list);
  assert.match(first?.content ?? '', /\n> Good morning\./u);
  assert.match(
    first?.content ?? '',
    /\nFull history: \.self\/conversation\.jsonl and \.self\/observations\.md\. Search with rg or jq\.$/u,
  );
  // Twenty messages of ours are ten turns: one with a call of three, and one with its results.
  assert.equal(rest.filter(({ role }) => role === 'assistant').length, 10);
  assert.match(rest.at(-1)?.content ?? '', /^You woke up at /u);
  assert.equal(saidIn(self('conversation.jsonl')).filter(({ role }) => role === 'tool').length, 81);
});

test('in the middle of a day nothing is trimmed below the limit; from it on it is, and the agent goes on (O39)', async (t) => {
  const script = [...Array.from({ length: 40 }, () => reads(2)), good()];
  const calm = await ran(t, script);
  assert.ok(calm.asked.slice(0, 39).every((request) => !request.includes('only this list is left')));
  const { end, server, self } = await ran(t, script, {}, { fatigue: { max_context_chars: 9000, limit: 1000 } });
  assert.equal(end.outcome, 'done', end.message);
  const sent = server.asked.map(sentIn);
  const trimmed = sent.filter((messages) => messages.some(({ content }) => list.test(content ?? '')));
  assert.ok(trimmed.length > 5, `${trimmed.length}`);
  assert.ok(sent.length === 41 && !self('memory.jsonl').includes('consolidated'));
});

test('set_sleep in seconds: the other calls of the turn are done, then it sleeps; a long sleep ends the run and holds', async (t) => {
  const script = [
    asks([
      { name: 'set_sleep', arguments: { seconds: 20 } },
      { name: 'read', arguments: { path: 'src/a.ts' } },
    ]),
    asks([{ name: 'set_sleep', arguments: { seconds: 7200 } }]),
  ];
  const { end, asked, agent, clock, steps } = await ran(t, script);
  assert.match(asked[1] ?? '', /you will sleep for 20 seconds when the calls of this turn are done/u);
  assert.match(asked[1] ?? '', /You woke up at 2026-06-10T10:00:20Z after sleeping 20s\./u);
  assert.deepEqual(
    steps().map(({ tool }) => tool),
    ['set_sleep', 'read', 'set_sleep'],
  );
  assert.deepEqual([end.outcome, end.message], ['done', 'it sleeps until 2026-06-10 12:00 UTC']);
  assert.equal(asleepNow(agent)?.seconds, 7200);
  clock(7199);
  assert.ok(asleepNow(agent) !== undefined);
  clock(1);
  assert.equal(asleepNow(agent), undefined);
});

test('whoever says done and wants to sleep sleeps, and the next run begins with the wake-up (O31, O33)', async (t) => {
  const script = [
    asks([
      ...Array.from({ length: 5 }, () => ({ name: 'read', arguments: { path: 'src/a.ts' } })),
      { name: 'set_sleep', arguments: { seconds: 300 } },
      { name: 'done', arguments: { summary: 'It is read.' } },
    ]),
    good(),
  ];
  const { end, runner, agent, server, clock, box, self } = await ran(t, script);
  assert.deepEqual([end.outcome, end.message], ['done', 'It is read.; it sleeps until 2026-06-10 10:05 UTC']);
  assert.equal(dreamsIn(Buffer.from(self('dreams.jsonl'))).length, 1);
  box.write('place/MESSAGES.md', '# Messages\n\nPlease look at the docs next.\n');
  clock(300);
  await runner.run(agent, { ...usual, run: 'r-dddddddddd' });
  const first = (server.asked.at(-1)?.body.messages as { content: string }[] | undefined)?.find(({ content }) =>
    content.includes('You woke up'),
  );
  assert.equal(
    first?.content.split('<pack-')[0],
    `You woke up at 2026-06-10T10:05:00Z after sleeping 300s.

During sleep you reflected:
6 actions in 0 s; nothing was edited or committed.

Your priority: Start "mend the door" (NEXT on the board).

New in MESSAGES.md:
> Please look at the docs next.

Full history: .self/conversation.jsonl and .self/observations.md
Search with rg or jq.
Check MESSAGES.md for any new instructions from your creator.

`.replace('6 actions in 0 s', /\d+ actions in [^;]+/u.exec(first?.content ?? '')?.[0] ?? ''),
  );
});

test('the log is private: not in git, without credentials, whole, and off if its owner says so', async (t) => {
  const home = await tired(t, {}, { files: { 'src/a.ts': `${'x'.repeat(25_000)}\n` } });
  const server = await startModelServer(t, [reads(1), good()], 'All done.');
  const model = { name: 'm', source: sourceAt(server.url, 'chat', false), limits: runLimitsFrom({}) };
  const key = `sk-ant-api03-${'Ab1_'.repeat(24)}AA`;
  await builtinRunner(model, home.consolidate).run(home.agent, { ...usual, pack: `The key is ${key}.` });
  const text = home.self('conversation.jsonl');
  assert.doesNotMatch(text, /sk-ant-api03-Ab1/u);
  assert.ok(text.split('\n').every((line) => line.length < 64 * 1024));
  const tool = saidIn(text).find(({ role }) => role === 'tool');
  assert.ok((tool?.content.length ?? 0) > 7000, `${tool?.content.length}`);
  assert.equal(home.box.git('place', 'status', '--porcelain').trim(), '');
  const quiet = { ...home.agent, settings: { ...home.agent.settings, record: { conversation: false } } };
  await builtinRunner(model, home.consolidate).run(quiet, { ...usual, run: 'r-eeeeeeeeee' });
  assert.equal(home.self('conversation.jsonl'), text);
});
