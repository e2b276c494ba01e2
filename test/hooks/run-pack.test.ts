// `dk run -- claude`: the run's own pack reaches the session by its hook, once, and the record says what the session got.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bin, sandbox } from '../sandbox.ts';
import { type Harness, harness } from './harness.ts';

/** A program that begins sessions as Claude Code does, and leaves what each of them was told beside the project. */
const session = (source: string, name: string): string =>
  `echo '{"session_id":"s-${name}","hook_event_name":"SessionStart","source":"${source}","cwd":"."}' | "$NODE" "$DK" hook any --from claude > ../${name}`;

function ran(agent: Harness, box: ReturnType<typeof sandbox>, how: readonly string[], ...lines: readonly string[]) {
  const env = { NODE: process.execPath, DK: bin };
  const done = box.dk(agent.folder, ['run', '--no-sleep', ...how, '--', 'sh', '-c', lines.join('\n')], { env });
  assert.equal(done.code, 0, done.stderr);
  const told = (name: string): string => {
    const text = box.read(name);
    return text === '' ? '' : JSON.parse(text).hookSpecificOutput.additionalContext;
  };
  const listed = (): { how: string; run: string; why: string; characters: number; isOlder: boolean }[] =>
    JSON.parse(box.dk(agent.folder, ['wake', '--list', '--json']).stdout).handed;
  return { ...done, told, listed };
}

test('a session in a run gets the pack of that run, and the list has it word for word', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  box.dk(agent.folder, ['board', 'add', 'honest faq']);
  const { told, listed, stderr } = ran(
    agent,
    box,
    [],
    session('startup', 'first'),
    session('compact', 'shortened'),
    session('clear', 'cleared'),
  );
  assert.equal(stderr, '');
  assert.match(told('first'), /^Good morning, agent\. [\s\S]*Your task, claimed for this run: "honest faq"/u);
  assert.equal(told('shortened'), '', 'a session that goes on has it already');
  assert.equal(told('cleared'), told('first'));
  assert.deepEqual(
    listed().map(({ how, why, characters, isOlder }) => [how, why, characters, isOlder]),
    [
      ['run', 'work', told('first').length, false],
      ['run', 'work', told('first').length, false],
    ],
  );
  assert.equal(
    box.dk(agent.folder, ['wake', '--last', listed()[0]?.run ?? '']).stdout.trimEnd(),
    told('first').trimEnd(),
  );
  // One that is resumed by the run has the pack of another day.
  const next = ran(agent, box, [], session('resume', 'resumed'));
  assert.match(next.told('resumed'), /Your task, under way: "honest faq"/u);
});

test('where the run hands the pack over itself, the hook does not do it again', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  for (const how of ['stdin', 'file']) {
    const { told, listed } = ran(agent, box, ['--pack', how], session('startup', 'first'));
    assert.equal(told('first'), '', how);
    assert.equal(listed()[0]?.how, 'run');
  }
  assert.equal(ran(agent, box, [], session('startup', 'first'), ': {pack}').told('first'), '');
});

test('a pack that is longer than a session takes is cut at a line, its frame is closed, and it says where the rest is', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  box.write(`${agent.folder}/.dream/context.org`, `${'A rule of the house, kept by everybody.\n'.repeat(190)}`);
  box.dk(agent.folder, ['board', 'add', 'honest faq', '--tag', 'x']);
  box.write(
    `${agent.folder}/.dream/plan.org`,
    box
      .read(`${agent.folder}/.dream/plan.org`)
      .replace(/(honest faq.*\n)/u, `$1${'What the board says of it.\n'.repeat(100)}`),
  );
  const { told, listed } = ran(agent, box, [], session('startup', 'first'));
  const pack = told('first');
  assert.ok(pack.length > 8000 && pack.length <= 9200, `${pack.length}`);
  assert.match(pack, /\n<\/others-[0-9a-f]+>\n\(Only the beginning\. All of it is in \/.*\/run-r-[a-z0-9]+\.txt, /u);
  assert.equal(listed()[0]?.characters, pack.length);
});
