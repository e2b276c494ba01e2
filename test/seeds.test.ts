// The five seeds' own examples, pasted as they stand on their pages, each by name: what is built takes them, what is not says so in docs/seeds.md.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { applyVerdicts, moveByVerdict, parseBoard, parseVerdicts, pickTask, tasksOf } from '../src/board/board.ts';
import { agentIn, chooseModel, parseHomeSettings } from '../src/config/config.ts';
import { readConsolidation } from '../src/consolidate/consolidate.ts';
import { intervalOf } from '../src/dream/dream.ts';
import { parseEntry } from '../src/journal/journal.ts';
import { lifecyclePlace } from '../src/keeper/keeper.ts';
import { canonicalCadence, drawCadence, parseCadence } from '../src/lifecycle/lifecycle.ts';
import { printPromoted } from '../src/memory/memory.ts';
import { readMusing } from '../src/muse/muse.ts';
import { observationsIn, printObservation } from '../src/observations/observations.ts';
import { stepRecord, tellSteps } from '../src/steps/steps.ts';
import { withBlock } from '../src/sweep/block.ts';
import { wokeUp } from '../src/wake/wake.ts';
import { whyNotThroughGate } from '../src/work/gate.ts';
import { dispatcher, offeredTo } from '../src/work/tools/dispatch.ts';
import { contextRepo, dreaming, board as sampleBoard } from './journal/samples.ts';
import { homeIn, root, sandbox } from './sandbox.ts';
import { workplace } from './work/workplace.ts';
import { type Workshop, workshop } from './work/workshop.ts';

const moved = (plan: string, entry: string): string[] => {
  const read = parseEntry(Buffer.from(entry));
  assert.equal(read.kind, 'dream', 'the entry is a dream');
  const { verdicts } = read.kind === 'dream' ? read.entry : { verdicts: [] };
  const lines = parseVerdicts(verdicts.map((line) => `- ${line}`).join('\n'));
  const { reports } = applyVerdicts(parseBoard(Buffer.from(plan)), lines);
  return reports.map(({ result, task, to }) => `${result}${task === undefined ? '' : ` ${task} → ${to}`}`);
};

describe('workbooks: dreaming', () => {
  test('the representative entry of 2026-06-10 14:30', () => {
    assert.deepEqual(moved(sampleBoard, dreaming), [
      'applied comparison table for the landscape section → NEXT',
      'applied tweet copy for launch → TODO',
      'noop',
    ]);
  });
  test('the four verdicts and their moves', () => {
    const plan = parseBoard(Buffer.from('** TODO X\n** NEXT Y\n** DOING Z\n'));
    const to = (title: string, verb: 'pick up' | 'put down' | 'cancel'): string => {
      const task = tasksOf(plan).find((each) => each.title === title);
      assert.ok(task);
      const result = moveByVerdict(plan, task, verb, 'why');
      return result.kind === 'applied' ? Buffer.from(result.bytes).toString() : result.kind;
    };
    assert.match(to('X', 'pick up'), /^\*\* NEXT X$/mu);
    assert.match(to('Y', 'put down'), /^\*\* TODO Y$/mu);
    assert.match(to('Z', 'put down'), /^\*\* TODO Z$/mu);
    assert.match(to('X', 'cancel'), /^\*\* CANCELLED X — why$/mu);
  });
  test('the rem state of the example lifecycle, and the canonical cadence', () => {
    const state =
      "* rem\n:PROPERTIES:\n:KIND: rem\n:NEXT: wake_plan\n:MIN-INTERVAL: 10m\n:END:\nDream: consolidate the cycle's telemetry into a rem/ entry.\n";
    const read = parseCadence(Buffer.from(`${state}* wake_plan\n:PROPERTIES:\n:NEXT: rem\n:END:\n`));
    assert.ok(read.kind === 'cadence');
    const [rem] = read.cadence.states;
    assert.deepEqual([rem?.kind, rem?.next, rem?.minInterval], ['rem', 'wake_plan', 600_000]);
    const usual = parseCadence(Buffer.from(canonicalCadence));
    assert.ok(usual.kind === 'cadence');
    assert.match(
      drawCadence(usual.cadence, { state: 'wake_plan', hits: 0 }),
      /^wake_add x3 -> wake_audit -> \(rem\) -> \[wake_plan\] -> wake_add$/u,
    );
  });
  test('the line of telemetry: `edit src/sections/grown/Weave.svelte (exit 0)`', () => {
    const context = { run: 'r', agent: null, seq: 1, time: new Date(0), head: null, branch: null };
    const tools = { sha256: () => '', redact: (text: string) => text };
    const report = { tool: 'edit', target: 'src/sections/grown/Weave.svelte', exit: 0 };
    assert.deepEqual(tellSteps([stepRecord(report, context, tools)]).lines, [
      'edit src/sections/grown/Weave.svelte (exit 0)',
    ]);
  });
  test('the daydream that was captured', () => {
    const text =
      'i watch the pages load like sunrise, hoping each click finds a quiet corner where users linger, while my code hums softly in the background, dreaming of smoother paths.';
    assert.deepEqual(readMusing(text), { kind: 'musing', text });
  });
  test('WB_DREAM_MODEL, WB_DREAM_MIN_INTERVAL_MS and WB_LIFECYCLE_DEF', () => {
    const operator = { providers: { inception: { url: 'https://x.example/v1' } } };
    const env = {
      WB_DREAM_MODEL: 'inception/mercury-2',
      WB_DREAM_MIN_INTERVAL_MS: '3000000',
      WB_LIFECYCLE_DEF: 'l.org',
    };
    const deciding = { home: {}, operator, env, agent: 'waldo', declared: undefined };
    assert.equal(chooseModel('dream', deciding).name, 'inception/mercury-2');
    assert.equal(intervalOf({}, env), 50 * 60_000);
    assert.deepEqual(lifecyclePlace(env), { path: 'l.org', isNamed: true });
  });
  test('`dk run` keeps the gate of a declared rem, and leaves a daydream in between', (t) => {
    const box = sandbox(t);
    homeIn(box);
    box.write('home/lifecycle.org', canonicalCadence);
    const run = (name: string): { sleep: { outcome: string }; daydream: string | null } =>
      JSON.parse(box.dk('home', ['run', '--json', '--', 'sh', '-c', `echo ${name} > ${name}`]).stdout);
    const [first, second] = [run('a'), run('b')];
    assert.deepEqual([first.sleep.outcome, first.daydream], ['ran', null]);
    assert.deepEqual([second.sleep.outcome, second.daydream], ['gated', 'written']);
  });
  test('the cadence is not lost: a clone goes on where the last line was written, a daydream follows each wake run', (t) => {
    const box = sandbox(t);
    homeIn(box);
    const state = (name: string, next: string): string =>
      `* ${name}\n:PROPERTIES:\n:CLAIM: no\n:NEXT: ${next}\n:END:\n`;
    box.write(
      'home/lifecycle.org',
      `${state('one', 'two')}${state('two', 'three')}${state('three', 'rem')}* rem\n:PROPERTIES:\n:KIND: rem\n:NEXT: one\n:END:\n`,
    );
    box.write('person/.config/dreamkeeper/config.yaml', 'runner:\n  command: ["true"]\n');
    box.git('home', 'add', '-A');
    box.git('home', 'commit', '-qm', 'add: a cadence');
    assert.match(box.dk('home', ['tick']).stdout, /the run is over[\s\S]*next two at[\s\S]*a daydream/u);
    box.dk('home', ['tick']);
    assert.equal(JSON.parse(box.dk('home', ['sleep', '--json']).stdout).outcome, 'ran');
    box.git('.', 'clone', '-q', 'home', 'clone');
    for (const place of ['home', 'clone']) assert.match(box.dk(place, ['lifecycle']).stdout, /Now: three/u);
  });
});

// `:EXEC: yes` is our spelling of the trust flag that the page calls `exec: true`.
const lander = `* Waldo :agent:
:PROPERTIES:
:MODEL: anthropic/claude-opus-4.8
:TOOLKITS: git sandbox
:EXEC: yes
:END:
** System prompt
no database, no CMS framework: files in this repo ARE the CMS.
your territory: src/sections/grown/, the content/** partials, blog/, plan.org, strategy/ — nothing else
`;
const genesis = `#+TODO: TODO NEXT DOING | DONE CANCELLED
* board
** TODO objective: know the landscape
*** NEXT strategy: initial landscape report — AI app builders cohort (Lovable, v0, Cursor, Bolt, Replit)
*** TODO strategy: internal-tools cohort (hex.tech, Retool, Airtable, PowerApps)
** TODO objective: page completeness
*** TODO 99-faq.svelte — honest faq (faqs live last; source-only commit)
* log
- 2026-06-10 (team): genesis — fresh history, Svelte source rail, roadmap seeded
`;
const report = 'strategy: initial landscape report — AI app builders cohort (Lovable, v0, Cursor, Bolt, Replit)';

describe('workbooks: the context repo', () => {
  const said = async (place: Workshop, name: string, given: unknown): Promise<string> =>
    (await place.use({ name, arguments: given })).text;

  test('the lander’s definition: its tools are useful, its model works and does not dream', async (t) => {
    const agent = agentIn(lander, 'waldo');
    assert.deepEqual([agent.name, agent.unknown, agent.mayExec], ['Waldo', [], true]);
    const place = await workshop(t, { agent: lander });
    const names = offeredTo(place.bench).map(({ name }) => name);
    for (const name of ['read', 'write', 'edit', 'search', 'log', 'board', 'claim', 'finish', 'remember', 'git'])
      assert.ok(names.includes(name), name);
    const operator = { providers: { anthropic: { url: 'https://x.example/v1' } } };
    const deciding = { home: {}, operator, env: {}, agent: 'waldo', declared: agent.model };
    assert.equal(chooseModel('work', deciding).name, 'anthropic/claude-opus-4.8');
    assert.equal(chooseModel('dream', deciding).name, 'builtin');
    // A call is on record before it is done, so that a kill in between loses none.
    await said(place, 'read', { path: 'src/a.ts' });
    const [start] = place.steps('start');
    assert.deepEqual([start?.tool, start?.target], ['read', 'src/a.ts']);
  });
  test('its search tool: by meaning, in the words of the seed; a file that was just written is found', async (t) => {
    const place = await workshop(t, { agent: lander });
    const offered = offeredTo(place.bench).find(({ name }) => name === 'search');
    assert.equal(
      offered?.description,
      'recall by meaning — semantic search over the org/code files in your working context; no separate memory store; the files ARE the memory. To remember something, write it as an org file — it becomes searchable automatically.',
    );
    place.box.write('place/landing.org', '* Landing page\n** Hero\nThe zeppelin stays above the fold.\n');
    const found = await said(place, 'search', { text: 'where does the zeppelin go' });
    assert.match(
      found,
      /^\(\w+\) \[landing\.org:2-3\] Landing page › Hero\n {2}The zeppelin stays above the fold\.$/mu,
    );
    assert.match(found, /<others-[0-9a-f]+>/u);
    assert.equal(
      await said(place, 'search', { text: 'ZEPPELIN', mode: 'literal' }),
      'landing.org:3: The zeppelin stays above the fold.',
    );
  });
  test('a toolkit nobody has is named by the doctor', (t) => {
    const box = sandbox(t);
    homeIn(box);
    box.write('home/agent.org', lander.replace('git sandbox', 'git sandbox shell'));
    const { findings }: { findings: { id: string; message: string }[] } = JSON.parse(
      box.dk('home', ['doctor', '--json']).stdout,
    );
    assert.match(findings.find(({ id }) => id === 'toolkit-unknown')?.message ?? '', /asks for `shell`, which/u);
  });
  test('the definition reaches a program that runs: who it is, where it may write, by what name', async (t) => {
    const place = await workplace(t);
    place.box.write('project/.dream/agent.org', lander.replace(':EXEC: yes', ':TERRITORY: content/** plan.org'));
    await place.run('true');
    assert.match(place.pack(), /^Good morning, Waldo\. /u);
    assert.match(
      place.pack(),
      /Who you are here \(agent\.org\):\nno database, no CMS framework: files in this repo ARE/u,
    );
    assert.match(place.pack(), /Your territory: `content\/`, `plan\.org`\. Write nowhere else\./u);
  });
  test('the genesis board: one task’s whole life, and the git tool with its lines', async (t) => {
    const place = await workshop(t, { agent: lander, plan: genesis });
    const { box, log } = place;
    assert.equal(pickTask(parseBoard(Buffer.from(genesis)), 'waldo')?.title, report);
    assert.equal(await said(place, 'claim', { task: report }), `claimed: ${report}`);
    assert.match(box.read('place/plan.org'), /^\*\*\* DOING strategy: initial landscape report/mu);
    await said(place, 'write', { path: 'strategy/landscape.org', content: 'rows\n' });
    assert.match(await said(place, 'finish', { task: report }), /^finished: strategy/u);
    const [, dash = ''] =
      /^\*\*\* DONE strategy: initial[\s\S]*\* log\n.*\n(- \d{4}-.*)\n$/mu.exec(box.read('place/plan.org')) ?? [];
    assert.match(dash, /\(worker\): done: strategy: initial/u);
    assert.equal(await said(place, 'git', { message: 'x' }), 'nothing to commit (working tree clean)');
    await said(place, 'write', { path: 'content/compare.html', content: 'x\n' });
    const message = 'add: comparison section — a page that dies vs a page that lives';
    assert.match(await said(place, 'git', { message }), /^committed [0-9a-f]{7}$/u);
    assert.equal(log()[0], message);
    const shy = dispatcher({ ...place.bench, agent: { ...place.bench.agent, mayExec: false } }, () =>
      Promise.resolve({ head: null, branch: null }),
    );
    assert.equal((await shy({ name: 'git', arguments: { message } })).text, 'git not permitted (no exec capability)');
  });
  test('the tenant’s identity, `<tenant>@workbooks.local`, and what it wrote can still be taken back', (t) => {
    const box = sandbox(t);
    homeIn(box);
    box.write('home/dreamkeeper.yaml', 'agent: waldo\nidentity:\n  name: Waldo\n  email: "{agent}@workbooks.local"\n');
    box.write('home/plan.org', genesis);
    box.git('home', 'add', '-A');
    box.git('home', 'commit', '-qm', 'genesis');
    const { commit } = JSON.parse(box.dk('home', ['board', 'add', 'honest faq', '--json']).stdout);
    box.dk('home', ['sleep']);
    assert.deepEqual(box.git('home', 'log', '-2', '--format=%an <%ae> by %ce').trim().split('\n'), [
      'Waldo (asleep) <waldo@workbooks.local> by waldo@dreamkeeper.local',
      'Waldo <waldo@workbooks.local> by waldo@dreamkeeper.local',
    ]);
    for (const change of ['last', commit]) assert.equal(box.dk('home', ['undo', change]).code, 0, change);
    assert.equal(box.read('home/plan.org'), genesis);
    const odd = 'identity:\n  email: "a b <x>"\n';
    assert.throws(() => parseHomeSettings(Buffer.from(odd), 'dreamkeeper.yaml', 'config.yaml'), /identity\.email/u);
  });
  test('the real entry of 2026-06-11 09:15', () => {
    assert.deepEqual(moved(sampleBoard, contextRepo), ['applied 99-faq.svelte — honest faq → NEXT', 'noop']);
  });
  test('the scoreline in a commit body', () => {
    const line = 'gate: depth 2 · restraint 2 · one-idea 2 · motion 1 · green 2 · earns 2 = 11/12, 0 triggers';
    assert.equal(whyNotThroughGate({ work: { gate: true } }, `add: x\n\n${line}`, ['content/x']), undefined);
    const long = line.replace('one-idea', 'one idea').replace('earns', 'earns its place');
    assert.equal(whyNotThroughGate({ work: { gate: true } }, long, ['content/x']), undefined);
    assert.match(whyNotThroughGate({ work: { gate: true } }, line.replace('earns 2', 'earns 0'), ['x']) ?? '', /is 0/u);
  });
});

describe('openseed, ethos, nexo', () => {
  const parse = (text: string): object => parseHomeSettings(Buffer.from(text), 'dreamkeeper.yaml', 'config.yaml');
  const blocks = {
    'ethos: the minimal configuration': 'dreaming:\nenable: true\nidleMinutes: 120\nmaxPerDay: 3\n',
    'ethos: a custom prompt':
      'dreaming:\nenable: true\nidleMinutes: 120\nmaxPerDay: 3\nprompt: "Review MEMORY.md. Remove stale entries, merge related items, and surface any patterns or contradictions."\n',
    'ethos: model.dreaming': 'model:\ndefault: claude-sonnet-4-6\ndreaming: claude-haiku-3\n',
    'nexo: agents.yaml (N2, N48)':
      '# agents.yaml\nagents:\n- id: kate\nheartbeat:\nenabled: true\ninterval: 30s\ndreaming:\nenabled: false\ninterval_secs: 86400 # 24 h\nmin_score: 0.35\nmin_recall_count: 3\nmin_unique_queries: 2\nmax_promotions_per_sweep: 20\nweights:\nfrequency: 0.24\nrelevance: 0.30\nrecency: 0.15\ndiversity: 0.15\nconsolidation: 0.10\n',
    'openseed: the eight constants':
      'fatigue:\n  warning: 60\n  limit: 80\n  min_dream_interval: 10m\n  quick_nap: 30s\n  deep_sleep_every: 10\n  deep_sleep_pause: 300s\n  keep_recent_messages: 20\n  max_context_chars: 100000\n',
  };
  for (const [name, text] of Object.entries(blocks))
    test(`${name}, as settings`, () => assert.ok(Object.keys(parse(text)).length > 0));

  test('openseed: `set_sleep` with a duration in seconds', async (t) => {
    const { use } = await workshop(t, { agent: lander });
    await use({ name: 'claim', arguments: { task: 'mend the door' } });
    assert.match(
      (await use({ name: 'set_sleep', arguments: { seconds: 300 } })).text,
      /^you will not be woken before 20/u,
    );
  });
  test('openseed: the lines of observations.md, and the answer of the consolidating mind', () => {
    const lines = 'RED 09:32 PR #50 merged on janee repo, first successful contribution\nYLW 09:32 No responses yet\n';
    const read = observationsIn(Buffer.from(`## 2026-02-12\n\n${lines}`));
    assert.equal(read.map((each) => `${printObservation(each)}\n`).join(''), lines);
    const answer = 'OBSERVATIONS:\nRED HH:MM <fact>\nYLW HH:MM <fact>\n\nREFLECTION:\n...\n\nPRIORITY:\n...\n';
    assert.deepEqual(readConsolidation(answer), {
      kind: 'read',
      said: { observations: ['RED HH:MM <fact>', 'YLW HH:MM <fact>'], reflection: '...', priority: '...' },
    });
  });
  test('nexo: `## Dreamed 2026-04-24 03:00 UTC`, and a line with score, hits and days', () => {
    const line = printPromoted('Luis lives in Bogota and prefers Spanish', { score: 0.42, hits: 5, days: 3 });
    assert.equal(line, '- Luis lives in Bogota and prefers Spanish _(score=0.42, hits=5, days=3)_');
    const block = Buffer.from(withBlock(undefined, '2026-04-24T03:00:00.000Z', [line])).toString();
    assert.equal(block, `# MEMORY.md\n\n## Dreamed 2026-04-24 03:00 UTC\n\n${line}\n`);
  });
  test('openseed: the wake-up message, to the letter', async (t) => {
    const { worker, box } = await workshop(t, { settings: { agent: 'worker' } });
    const [reflection, priority] = ['Real progress made.', 'Monitor responses to my two comments'];
    const entry = { t: '2026-02-12T09:32:44.000Z', actions: 7, reflection, priority, observations: 2, deep: false };
    box.write('place/.self/dreams.jsonl', `${JSON.stringify({ ...entry, night: 'n-aaaaaaaaaa' })}\n`);
    const red = 'RED 09:32 PR #50 merged, first successful contribution\nRED 09:32 Engaged in 2 high-value discussions';
    box.write('place/.self/observations.md', `## 2026-02-12\n\n${red}\n`);
    const now = (): Date => new Date('2026-02-12T09:37:44Z');
    assert.equal(
      wokeUp({ ...worker, world: { ...worker.world, now } }, { seconds: 300, night: 'n-aaaaaaaaaa' }),
      `You woke up at 2026-02-12T09:37:44Z after sleeping 300s.

During sleep you reflected:
Real progress made.

Your priority: Monitor responses to my two comments

Recent observations:
${red}

Full history: .self/conversation.jsonl and .self/observations.md
Search with rg or jq.
Check MESSAGES.md for any new instructions from your creator.
`,
    );
  });
  test('ethos: `sessions list --prefix dream:`', (t: TestContext) => {
    const box = sandbox(t);
    homeIn(box);
    box.write('home/a.txt', 'a\n');
    box.dk('home', ['sleep']);
    assert.match(box.dk('home', ['sessions', 'list', '--prefix', 'dream:']).stdout, /^dream:agent:20/mu);
  });
});

/** Examples of what is not built yet. The page says so of each; when one is built, it gets its test above. */
const later = [
  '`committed + pushed: 3fa9c12 (pushed) (published 2)`',
  '`/rem`',
  '`wip: snapshot before reconcile`',
  '`did:key`',
] as const;
test('what is not built is said, example by example', () => {
  const page = readFileSync(join(root, 'docs', 'seeds.md'), 'utf8');
  const [, unbuilt = ''] = page.split('## Not built yet');
  for (const name of later) assert.ok(unbuilt.includes(name), name);
});
