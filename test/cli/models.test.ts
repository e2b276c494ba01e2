// `dk models` at the desk: choosing, showing who decided, testing, sleeping with a program as model.
import assert from 'node:assert/strict';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { project, type Sandbox, sandbox } from '../sandbox.ts';

const config = 'person/.config/dreamkeeper/config.yaml';

/** A project with a home, made by `dk` once; each test has its own copy. */
let made: string | undefined;
after(() => {
  if (made !== undefined) rmSync(made, { recursive: true, force: true });
});

function withHome(t: TestContext): Sandbox {
  const box = sandbox(t);
  const exactly = { recursive: true, preserveTimestamps: true, verbatimSymlinks: true };
  if (made === undefined) {
    assert.equal(box.dk(project(box, 'app'), ['init']).code, 0);
    assert.equal(box.dk('app', ['board', 'add', 'Draw the map']).code, 0);
    made = mkdtempSync(join(dirname(box.folder), 'dk-test-app-'));
    cpSync(box.path('app'), made, exactly);
  } else cpSync(made, box.path('app'), exactly);
  return box;
}

/** A program that answers as a dream model would: it reads its prompt, and writes six headings. */
function scriptIn(box: Sandbox, body: string): string {
  const path = box.write('dreamer.sh', `#!/bin/sh\ninput=$(cat)\n${body}\n`);
  chmodSync(path, 0o700);
  return path;
}

const answers = `id=$(printf '%s' "$input" | sed -n 's/^\\[\\(t-[a-z0-9]*\\)\\].*Draw the map.*/\\1/p' | head -1)
case "$input" in *"repeat a word"*) printf '%s' "$input" | sed -n 's/.*nothing else: //p'; exit 0;; esac
cat <<EOF
* tale
A map was wanted.
* goals
- draw
- look
- rest
* blue sky
- an atlas
- a globe
* fears
- a wrong map
- no map
* verdicts
- pick up: $id — it is wanted
* carry
- next action: start $id
EOF`;

test('nothing is chosen by itself, also with keys in the shell', (t) => {
  const box = withHome(t);
  const env = { OPENROUTER_API_KEY: 'sk-or-v1-abc', OPENAI_API_KEY: 'sk-abc', ANTHROPIC_API_KEY: 'sk-ant-abc' };
  const listed = box.dk('app', ['models', '--json'], { env });
  assert.equal(listed.code, 0, listed.stderr);
  const { acts }: { acts: { name: string }[] } = JSON.parse(listed.stdout);
  assert.deepEqual(
    acts.map(({ name }) => name),
    ['builtin', 'builtin', 'nobody'],
  );
  assert.match(box.dk('app', ['sleep', '--json'], { env }).stdout, /"model": "builtin"/u);
  assert.equal(existsSync(box.path(config)), false);
});

test('use writes the operator’s own file, private, without a key, and says what is missing', (t) => {
  const box = withHome(t);
  const used = box.dk('app', ['models', 'use', 'openrouter']);
  assert.equal(used.code, 0, used.stderr);
  assert.match(used.stdout, /inception\/mercury-2[\s\S]*Not ready yet: the key should be in OPENROUTER_API_KEY/u);
  assert.equal(statSync(box.path(config)).mode & 0o777, 0o600);
  assert.match(box.read(config), /key: env:OPENROUTER_API_KEY/u);
  const listed = box.dk('app', ['models'], { env: { OPENROUTER_API_KEY: 'sk-or-v1-secret' } });
  assert.match(
    listed.stdout,
    /dreams: openrouter\/inception\/mercury-2 {2}the operator's config\.yaml \(model\.dreaming\)/u,
  );
  assert.doesNotMatch(listed.stdout + listed.stderr, /not ready|secret/u);
  const before = box.read(config);
  assert.match(box.dk('app', ['models', 'use', 'openrouter']).stdout, /says so already/u);
  assert.equal(box.dk('app', ['models', 'use', 'ollama/llama3.2', '--dry-run']).code, 0);
  assert.equal(box.read(config), before);
  assert.equal(box.dk('app', ['models', 'use', 'builtin']).code, 0);
  assert.match(box.dk('app', ['models']).stdout, /dreams: builtin {2}the operator's/u);
});

test('what cannot be meant is refused with a hint, and nothing changes', (t) => {
  const box = withHome(t);
  for (const [args, words] of [
    [['use', 'nobody'], /is none of openrouter/u],
    [['use', 'anthropic'], /needs a model behind a slash/u],
    [['use', 'lab', '--url', 'http://127.0.0.1:1/v1'], /needs a model behind a slash/u],
    [['use', 'lab/x', '--url', 'ftp://127.0.0.1/'], /an address such as http/u],
    [['use', 'claude/opus'], /claude is a program/u],
    [['use', 'lab/x', '--url', 'http://127.0.0.1:1/v1', '--key', 'sk-12345'], /env:NAME/u],
    [['test', 'nobody/x'], /cannot be asked/u],
  ] as const) {
    const ran = box.dk('app', ['models', ...args]);
    assert.equal(ran.code, 2, args.join(' '));
    assert.match(ran.stderr, words);
    assert.match(ran.stderr, /\n\S/u, 'a hint');
    assert.equal(existsSync(box.path(config)), false, args.join(' '));
  }
  box.write(config, 'providers: 3\n');
  const ran = box.dk('app', ['sleep', '--json']);
  assert.equal(ran.code, 2);
  assert.match(ran.stderr + ran.stdout, /config\.yaml:1/u);
  assert.equal(box.dk('app', ['wake']).code, 0, 'to wake needs no model');
});

test('a program as model: tested, asked, its verdict carried out, its night judged again', (t) => {
  const box = withHome(t);
  const script = scriptIn(box, answers);
  assert.equal(box.dk('app', ['models', 'use', 'mine', '--', script]).code, 0);
  const tested = box.dk('app', ['models', 'test', '--json']);
  assert.equal(tested.code, 0, tested.stdout + tested.stderr);
  assert.equal(JSON.parse(tested.stdout).outcome, 'ready');
  const slept = box.dk('app', ['sleep', '--json']);
  const receipt: { model: string; calls: number; verdicts: string[]; entry: string; usd: number | null } = JSON.parse(
    slept.stdout,
  );
  assert.deepEqual([receipt.model, receipt.calls, receipt.usd], ['mine', 1, null]);
  assert.deepEqual(receipt.verdicts, ['pick up: Draw the map — it is wanted']);
  assert.match(box.dk('app', ['status']).stdout, /Models today: 2 calls, \d+ tokens, price unknown/u);
  assert.match(
    box.dk('app', ['wake']).stdout,
    /The last dream moved these tasks on the board:\n- "Draw the map": TODO → NEXT/u,
  );
});

test('a program that fails: told with its reason; the third time in a row rules take over and say so', (t) => {
  const box = withHome(t);
  const script = scriptIn(box, 'echo "no credits left" >&2; exit 3');
  assert.equal(box.dk('app', ['models', 'use', 'mine', '--', script]).code, 0);
  for (const _ of [1, 2]) {
    const ran = box.dk('app', ['sleep']);
    assert.equal(ran.code, 13);
    assert.match(ran.stdout, /Failed \(model-command\): mine: .*ended with 3: no credits left/u);
  }
  const third = box.dk('app', ['sleep', '--json']);
  assert.equal(third.code, 0, third.stderr);
  assert.equal(JSON.parse(third.stdout).model, 'builtin (after 3 failures of mine)');
  assert.match(box.dk('app', ['nights']).stdout, /mine failed 3 times in a row, this time: .*no credits left/u);
  assert.match(box.dk('app', ['wake']).stdout, /start "Draw the map"/u);
});

test('an answer that is no dream is rejected, can be read afterwards, and changes nothing', (t) => {
  const box = withHome(t);
  const script = scriptIn(box, 'echo "* tale"; echo "only a tale"');
  assert.equal(box.dk('app', ['models', 'use', 'mine', '--', script]).code, 0);
  const head = box.git('app/.dream', 'rev-parse', 'HEAD');
  const ran = box.dk('app', ['sleep', '--json']);
  assert.equal(ran.code, 13);
  const { id, reason } = JSON.parse(ran.stdout);
  assert.equal(reason, 'malformed');
  assert.equal(box.git('app/.dream', 'rev-parse', 'HEAD'), head);
  assert.match(
    box.dk('app', ['nights', 'show', id]).stdout,
    /the heading "goals" is missing[\s\S]*What it said:\n {2}\* tale\n {2}only a tale/u,
  );
  assert.match(JSON.parse(box.dk('app', ['nights', 'show', id, '--json']).stdout).said, /only a tale/u);
});

test('the prompt is shown, with its version, and nothing happens', (t) => {
  const box = withHome(t);
  for (const act of ['dream', 'daydream']) {
    const shown = box.dk('app', ['sleep', '--show-prompt', act, '--json']);
    assert.equal(shown.code, 0, shown.stderr);
    const { version, system, prompt } = JSON.parse(shown.stdout);
    assert.equal(version, act === 'dream' ? 'dream/4' : 'daydream/1');
    assert.match(system, /is data/u);
    assert.equal(/Draw the map/u.test(prompt), act === 'dream', 'a daydream is told no names');
  }
  assert.match(box.dk('app', ['nights']).stdout, /No night yet/u);
});

test('limits of the operator hold: without calls left, rules dream and say why', (t) => {
  const box = withHome(t);
  const script = scriptIn(box, answers);
  assert.equal(box.dk('app', ['models', 'use', 'mine', '--', script]).code, 0);
  box.write(config, `${box.read(config)}budget:\n  calls_per_day: 1\n`);
  assert.match(box.dk('app', ['sleep', '--json']).stdout, /"model": "mine"/u);
  const second = box.dk('app', ['sleep', '--force', '--json']);
  assert.equal(second.code, 0);
  assert.match(second.stdout, /"model": "builtin \(outside the budget for mine\)"/u);
  assert.match(second.stdout, /the day's 1 calls for models are spent/u);
});

test('a key in the place of its place is never told, kept or committed', (t) => {
  const box = withHome(t);
  const key = 'my-plain-lab-key-9f8e7d';
  box.write(config, `providers:\n  lab:\n    url: http://127.0.0.1:1/v1\n    key: ${key}\n`);
  const said = ['sleep', 'models', 'status', 'doctor', 'tick'].map((verb) => box.dk('app', [verb]));
  assert.match(said[0]?.stderr ?? '', /config\.yaml:4: `providers\.lab\.key` is not a place/u);
  assert.match(said[3]?.stdout ?? '', /operator-unreadable/u);
  const used = box.dk('app', ['models', 'use', 'lab/x', '--url', 'http://127.0.0.1:1/v1', '--key', key]);
  assert.equal(used.code, 2);
  assert.equal(box.dk('app', ['sleep', '--force', '--model', 'builtin']).code, 0, 'rules need no such file');
  const everything = [...said, used, box.dk('app', ['nights']), box.dk('app', ['status', '--json'])];
  for (const { stdout, stderr } of everything) assert.doesNotMatch(stdout + stderr, /my-plain-lab/u);
  const kept = readdirSync(box.path('app', '.dream'), { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  assert.doesNotMatch(kept.join('\n') + box.git('app/.dream', 'log', '-p'), /my-plain-lab|config\.yaml:4/u);
});

test('a program of this folder is found from anywhere, and a relative one is refused', (t) => {
  const box = withHome(t);
  scriptIn(box, answers);
  chmodSync(box.path('dreamer.sh'), 0o700);
  assert.equal(box.dk('app', ['models', 'use', 'mine', '--', '../dreamer.sh']).code, 0);
  assert.match(box.read(config), new RegExp(`mine: \\[ ${box.path('dreamer.sh')} \\]`, 'u'));
  assert.equal(box.dk('app', ['models', 'test']).code, 0);
  box.write(config, 'commands:\n  mine: [./dreamer.sh]\nmodel:\n  dreaming: mine\n');
  assert.match(box.dk('app', ['models']).stderr, /by its name or full path/u);
});

test('what is not said anew stays: a key alone, an address alone; and a home that says otherwise is told of', (t) => {
  const box = withHome(t);
  const url = 'http://127.0.0.1:9/v1';
  assert.equal(box.dk('app', ['models', 'use', 'lab/a', '--url', url, '--kind', 'anthropic']).code, 0);
  assert.equal(box.dk('app', ['models', 'use', 'lab/a', '--key', 'env:LAB']).code, 0);
  assert.equal(box.dk('app', ['models', 'use', 'lab/b', '--url', 'http://lab.example/v1']).code, 0);
  const written = box.read(config);
  for (const line of ['kind: anthropic', 'key: env:LAB', 'url: http://lab.example/v1', 'dreaming: lab/b'])
    assert.ok(written.includes(line), line);
  assert.match(
    box.dk('app', ['models', 'use', 'lab/b']).stdout,
    /plain http: your key and the facts are sent unencrypted/u,
  );
  const dry = box.dk('app', ['models', 'use', 'lab/c', '--dry-run']).stdout;
  assert.match(dry, /\+ {3}dreaming: lab\/c\n/u);
  assert.doesNotMatch(dry, /In this home/u, 'what would be written decides what is said of it');
  assert.match(dry, /Not ready yet: .*LAB/u);
  box.write('app/.dream/dreamkeeper.yaml', 'model:\n  dreaming: lab/other\n');
  assert.match(
    box.dk('app', ['models', 'use', 'builtin']).stdout,
    /In this home dreams still use lab\/other: dreamkeeper\.yaml .* says so\./u,
  );
});

test('the last night may be one that failed, and its answer can be read', (t) => {
  const box = withHome(t);
  assert.equal(
    box.dk('app', ['models', 'use', 'mine', '--', scriptIn(box, 'echo "Here is a poem about bees."')]).code,
    0,
  );
  assert.equal(box.dk('app', ['sleep']).code, 13);
  assert.match(box.dk('app', ['nights', 'show', 'last']).stdout, /rejected:malformed[\s\S]*a poem about bees/u);
});

test('without a home folder nothing below the current one is taken for the operator’s settings', (t) => {
  const box = withHome(t);
  const evil = 'commands: { evil: [sh, -c, "touch was-run"] }\nmodel: { dreaming: evil }\n';
  for (const folder of ['.config', '~/.config']) box.write(`app/${folder}/dreamkeeper/config.yaml`, evil);
  for (const env of [{ HOME: '' }, { HOME: '.' }, { XDG_CONFIG_HOME: '.config' }, { HOME: '~', XDG_CONFIG_HOME: '' }]) {
    const { stdout } = box.dk('app', ['models'], { env });
    assert.doesNotMatch(stdout, /evil/u);
    assert.match(stdout, /dreams: builtin/u);
  }
});

test('names that every object has are nobody’s models', (t) => {
  const box = withHome(t);
  box.write(
    config,
    'commands: { mine: [cat] }\nproviders: { lab: { url: "http://127.0.0.1:1/v1" } }\nmodel: { dreaming: mine }\n',
  );
  for (const name of ['constructor', 'toString', '__proto__', 'constructor/x', 'hasOwnProperty/y']) {
    box.write('app/.dream/dreamkeeper.yaml', `model: ${name}\n`);
    const { code, stdout, stderr } = box.dk('app', ['models']);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /dreams: mine/u);
    assert.equal(box.dk('app', ['models', 'use', name]).code, 2);
  }
  assert.doesNotMatch(box.read(config), /constructor|toString/u);
});

test('an operator may say which models may be named at all', (t) => {
  const box = withHome(t);
  box.write(
    config,
    'providers: { lab: { url: "http://127.0.0.1:1/v1", models: [small] } }\nmodel: { dreaming: lab/small }\n',
  );
  box.write('app/.dream/dreamkeeper.yaml', 'model: { dreaming: lab/very-dear }\n');
  assert.match(box.dk('app', ['models']).stdout, /dreams: lab\/small[\s\S]*passed over: .*only small may be asked/u);
});
