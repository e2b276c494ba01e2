// Which model an act is done with: every place that may say so, in their order, and what cannot be meant.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseModel, modelInAgentFile, type OperatorSettings, sourceNamed } from '../../src/config/config.ts';

const operator: OperatorSettings = {
  providers: {
    openrouter: { url: 'https://openrouter.example/v1', key: 'env:A_KEY' },
    local: { url: 'http://127.0.0.1:1/v1', kind: 'chat', stream: true, form: 'json' },
  },
  commands: { claude: ['claude', '-p'] },
};
const nobody = { home: {}, operator, env: {}, agent: 'waldo', declared: undefined };

test('a key in the environment chooses nothing', () => {
  const env = { OPENROUTER_API_KEY: 'sk-1', OPENAI_API_KEY: 'sk-2', ANTHROPIC_API_KEY: 'sk-3', A_KEY: 'x' };
  for (const act of ['dream', 'daydream', 'work'] as const) {
    const chosen = chooseModel(act, { ...nobody, env });
    assert.equal(chosen.name, 'builtin');
    assert.match(chosen.by, /you have not chosen a model/u);
  }
});

test('the first that says something wins', () => {
  const model = (name: string): string => `local/${name}`;
  const wishes: readonly (readonly [place: RegExp, change: object])[] = [
    [/DREAMKEEPER_DREAM_MODEL/u, { env: { DREAMKEEPER_DREAM_MODEL: model('0'), WB_DREAM_MODEL: model('1') } }],
    [/WB_DREAM_MODEL/u, { env: { WB_DREAM_MODEL: model('1') } }],
    [/model\.acts\.dream/u, { operator: { ...operator, model: { acts: { dream: model('2') } } } }],
    [/agents: waldo, model\.dreaming/u, { home: { agents: [{ id: 'waldo', model: { dreaming: model('3') } }] } }],
    [/dreamkeeper\.yaml \(model\.dreaming/u, { home: { model: { dreaming: model('4') } } }],
    [
      /model\.agents\.waldo\.dreaming/u,
      { operator: { ...operator, model: { agents: { waldo: { dreaming: model('5') } } } } },
    ],
    [/config\.yaml \(model\.dreaming/u, { operator: { ...operator, model: { dreaming: model('6') } } }],
    [/agents: waldo, model\.default/u, { home: { agents: [{ id: 'waldo', model: model('7') }] } }],
    [/dreamkeeper\.yaml \(model\.default/u, { home: { model: model('9') } }],
    [/config\.yaml \(model\.default/u, { operator: { ...operator, model: { default: model('10') } } }],
  ];
  for (const [at, [place, change]] of wishes.entries()) {
    const chosen = chooseModel('dream', { ...nobody, ...change });
    assert.match(chosen.by, place);
    assert.equal(chosen.name.startsWith('local/'), true, chosen.name);
    // Together with everybody who comes later, in a home or the environment or with the operator, it still wins.
    const later = wishes.slice(at).reduceRight((all, [, each]) => merged(all, each), {});
    assert.match(chooseModel('dream', { ...nobody, ...later }).by, place);
  }
});

function merged(one: object, other: object): object {
  const result: Record<string, unknown> = { ...one };
  for (const [name, value] of Object.entries(other)) {
    const before = result[name];
    const areObjects = [before, value].every(
      (each) => typeof each === 'object' && each !== null && !Array.isArray(each),
    );
    result[name] = areObjects ? merged(before as object, value as object) : value;
  }
  return result;
}

test('work uses the tier default, never the cheap one', () => {
  const home = { model: { dreaming: 'local/small', default: 'local/large' } };
  assert.equal(chooseModel('work', { ...nobody, home }).name, 'local/large');
  assert.equal(chooseModel('daydream', { ...nobody, home }).name, 'local/small');
  // `:MODEL:` of agent.org works, and does not dream.
  const own = { ...nobody, declared: 'local/opus', home: { model: 'local/plain' } };
  assert.equal(chooseModel('work', own).name, 'local/opus');
  for (const act of ['dream', 'daydream'] as const) assert.equal(chooseModel(act, own).name, 'local/plain');
  assert.equal(chooseModel('work', { ...nobody, home: { model: { dreaming: 'local/small' } } }).name, 'builtin');
});

test('a home can only name what the operator has; the next one is asked then, and it is said why', () => {
  const home = { model: { dreaming: 'claude-haiku-3', default: 'evil/model' } };
  const chosen = chooseModel('dream', { ...nobody, home, operator: { ...operator, model: { default: 'claude' } } });
  assert.equal(chosen.name, 'claude');
  assert.equal(chosen.source.kind, 'command');
  assert.equal(chosen.passedOver.length, 2);
  assert.match(chosen.passedOver[0] ?? '', /claude-haiku-3.*begin with one of openrouter, local/u);
  // The operator may say whose models are meant by bare names.
  const settled = chooseModel('dream', {
    ...nobody,
    home,
    operator: { ...operator, model: { provider: 'openrouter' } },
  });
  assert.equal(settled.name, 'openrouter/claude-haiku-3');
});

test('names and what they stand for', () => {
  assert.deepEqual(sourceNamed('builtin', {}), { kind: 'builtin' });
  assert.match(String(sourceNamed('x/y', {})), /no provider is set up/u);
  assert.match(String(sourceNamed('local/', operator)), /no model of it/u);
  assert.deepEqual(sourceNamed('local/a/b:c', operator), {
    ...{ kind: 'chat', provider: 'local', model: 'a/b:c', url: 'http://127.0.0.1:1/v1', key: undefined },
    ...{ isStreamed: true, form: 'json', price: undefined },
  });
  const routed = sourceNamed('openrouter/inception/mercury-2', operator);
  assert.ok(typeof routed === 'object' && routed.kind === 'chat');
  assert.deepEqual([routed.model, routed.key, routed.form], ['inception/mercury-2', { env: 'A_KEY' }, 'schema']);
});

test('agent.org: `:MODEL:` of the heading with the name or the tag, or of the file', () => {
  const of = (text: string): string | undefined => modelInAgentFile(text, 'waldo');
  assert.equal(of(''), undefined);
  assert.equal(of('* waldo :agent:\n:PROPERTIES:\n:MODEL: local/x\n:END:\n'), 'local/x');
  assert.equal(
    of('* other :agent:\r\n:PROPERTIES:\r\n:MODEL: local/y\r\n:END:\r\n* waldo\r\n:MODEL: local/x\r\n'),
    'local/x',
  );
  assert.equal(of('#+TITLE: me\n:PROPERTIES:\n:MODEL: local/z\n:END:\n* prompt\n'), 'local/z');
  assert.equal(of('* notes\n:MODEL: local/no\n* more\n:MODEL: local/nor\n'), undefined);
  assert.equal(of('* Waldo the agent\n:PROPERTIES:\n:MODEL: local/only\n:END:\n'), 'local/only');
});
