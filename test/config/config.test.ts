// Settings: the seeds' blocks as they stand, messages that help, and what a home may not set.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  isAgentName,
  newHomeSettings,
  parseHomeSettings,
  parseOperatorSettings,
  verdictChoice,
} from '../../src/config/config.ts';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import { fc } from '../drawn.ts';

const parse = (text: string) => parseHomeSettings(Buffer.from(text), 'dreamkeeper.yaml', '/op/config.yaml');
const refused = (text: string): DreamkeeperError => {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof DreamkeeperError) return error;
    throw error;
  }
  throw new assert.AssertionError({ message: `accepted: ${text}` });
};

// Pasted from the seeds; `flat` as their pages give them, without indentation, `indented` as their authors wrote them.
const seeds = {
  ethos: {
    flat: 'dreaming:\nenable: true\nidleMinutes: 120\nmaxPerDay: 3\n',
    indented: 'dreaming:\n  enable: true\n  idleMinutes: 120\n  maxPerDay: 3\n',
    means: { dreaming: { enable: true, idleMinutes: 120, maxPerDay: 3 } },
  },
  'ethos with a prompt': {
    flat: 'dreaming:\nenable: true\nidleMinutes: 120\nmaxPerDay: 3\nprompt: "Review MEMORY.md. Remove stale entries, merge related items, and surface any patterns or contradictions."\n',
    indented:
      'dreaming:\n  enable: true\n  idleMinutes: 120\n  maxPerDay: 3\n  prompt: "Review MEMORY.md. Remove stale entries, merge related items, and surface any patterns or contradictions."\n',
    means: {
      dreaming: {
        enable: true,
        idleMinutes: 120,
        maxPerDay: 3,
        prompt:
          'Review MEMORY.md. Remove stale entries, merge related items, and surface any patterns or contradictions.',
      },
    },
  },
  'ethos model tier': {
    flat: 'model:\ndefault: claude-sonnet-4-6\ndreaming: claude-haiku-3\n',
    indented: 'model:\n  default: claude-sonnet-4-6\n  dreaming: claude-haiku-3\n',
    means: { model: { default: 'claude-sonnet-4-6', dreaming: 'claude-haiku-3' } },
  },
};
const sweep = {
  enabled: false,
  interval_secs: 86_400,
  min_score: 0.35,
  min_recall_count: 3,
  min_unique_queries: 2,
  max_promotions_per_sweep: 20,
  weights: { frequency: 0.24, relevance: 0.3, recency: 0.15, diversity: 0.15, consolidation: 0.1 },
};
const nexoFlat =
  '# agents.yaml\nagents:\n- id: kate\nheartbeat:\nenabled: true\ninterval: 30s\ndreaming:\nenabled: false\ninterval_secs: 86400 # 24 h\nmin_score: 0.35\nmin_recall_count: 3\nmin_unique_queries: 2\nmax_promotions_per_sweep: 20\nweights:\nfrequency: 0.24\nrelevance: 0.30\nrecency: 0.15\ndiversity: 0.15\nconsolidation: 0.10\n';
const nexoIndented =
  '# agents.yaml\nagents:\n  - id: kate\n    heartbeat:\n      enabled: true\n      interval: 30s\n    dreaming:\n      enabled: false\n      interval_secs: 86400   # 24 h\n      min_score: 0.35\n      min_recall_count: 3\n      min_unique_queries: 2\n      max_promotions_per_sweep: 20\n      weights:\n        frequency: 0.24\n        relevance: 0.30\n        recency: 0.15\n        diversity: 0.15\n        consolidation: 0.10\n';

describe('the seeds’ blocks are valid as they stand', () => {
  for (const [name, { flat, indented, means }] of Object.entries(seeds)) {
    test(name, () => {
      assert.deepEqual(parse(flat), means);
      assert.deepEqual(parse(indented), means);
      assert.deepEqual(parse(flat.replaceAll('\n', '\r\n')), means);
    });
  }
  test('nexo', () => {
    assert.deepEqual(parse(nexoFlat), {
      agents: [{ id: 'kate' }],
      heartbeat: { enabled: true, interval: '30s' },
      dreaming: sweep,
    });
    assert.deepEqual(parse(nexoIndented), {
      agents: [{ id: 'kate', heartbeat: { enabled: true, interval: '30s' }, dreaming: sweep }],
    });
  });
  test('a section after another, both flat', () => {
    assert.deepEqual(parse('model:\ndefault: a\ndreaming:\nenable: true\n'), {
      model: { default: 'a' },
      dreaming: { enable: true },
    });
  });
  test('all of them in one file', () => {
    assert.equal(
      parse(
        `format: 1\nagent: waldo\n${seeds['ethos model tier'].flat}${nexoFlat.replace('dreaming:\n', 'dreaming:\nidleMinutes: 120\n')}verdicts: advise\n`,
      ).verdicts,
      'advise',
    );
  });
  test('what `dk init` writes', () => assert.equal(parse(newHomeSettings('waldo')).agent, 'waldo'));
});

describe('messages name file, line and what was probably meant', () => {
  const table: readonly (readonly [text: string, message: RegExp, hint: RegExp])[] = [
    [
      'format: 1\ndreaming:\n  idleMinuts: 3\n',
      /dreamkeeper\.yaml:3: `idleMinuts` is not a setting of `dreaming`/u,
      /Did you mean `idleMinutes`/u,
    ],
    [
      'verdicts: maybe\n',
      /:1: `verdicts` is "maybe", but should be one of apply, always, advise, off, or a section/u,
      /./u,
    ],
    ['verdicts:\n  don: apply\n', /:2: `don` is not a setting of `verdicts`/u, /Did you mean `done`/u],
    ['verdict: apply\n', /:1: `verdict` is not a setting/u, /`verdicts`/u],
    ['agents:\n  - id: a\n    modle: x\n', /:3: `modle`/u, /`model`/u],
    ['dreaming:\n  enable: yes\n', /:2: `dreaming\.enable` is "yes", but should be a boolean/u, /write `true`/u],
    ['dreaming:\n  weights:\n    recency: 2\n', /:3: .*at most 1/u, /./u],
    ['heartbeat:\n  interval: 3 weeks\n', /:2: .*a duration such as 30s/u, /./u],
    ['agent: ../../etc\n', /:1: `agent` is/u, /./u],
    [
      'agent: a\n# so\nagent: b\n',
      /:3: `agent` is set here a second time; the first time is on line 1$/u,
      /^Keep one of the two, and put everything that belongs to it below that one\.$/u,
    ],
    [
      'rem:\n  min_interval: 1h\n  commits: 3\n  min_interval: 2h\n',
      /:4: `min_interval` is set here a second time; the first time is on line 2$/u,
      /^Keep one/u,
    ],
    ['dreaming: [1\n', /dreamkeeper\.yaml:\d+: /u, /./u],
    ['a: &x 1\nb: *x\n', /aliases/u, /./u],
    ['%YAML 1.1\n---\nrecord:\n  prompts: yes\n', /only 1\.2/u, /./u],
    ['agent: !exec bob\n', /tag/iu, /./u],
    ['- list\n', /should be a section/u, /./u],
    ['timezone: "x\u001b]52;c;y\u0007"\n', /:1: `timezone` is .* a zone of time/u, /./u],
    ['timezone: Europe/Berlin\nx\u001b: 1\n', /not a setting/u, /./u],
  ];
  for (const [text, message, hint] of table) {
    test(text.split('\n').join(' ⏎ '), () => {
      const error = refused(text);
      assert.equal(error.code, 'E_CONFIG');
      assert.match(error.message, message);
      assert.match(error.hint, hint);
      assert.doesNotMatch(error.message + error.hint, /\u001b/u);
    });
  }
  test('a newer format is not touched', () => assert.equal(refused('format: 2\n').code, 'E_FORMAT_NEWER'));
});

describe('dangerous keys are refused in a home, wherever they stand', () => {
  const keys = [
    'providers',
    'provider',
    'url',
    'base_url',
    'baseUrl',
    'endpoint',
    'key',
    'api_key',
    'apiKey',
    'token',
    'password',
    'commands',
    'command',
    'exec',
    'run',
    'shell',
    'hooks',
    'env',
    'budget',
    'budgets',
    'remotes',
    'remote',
    'origin',
  ];
  for (const key of keys) {
    test(key, () => {
      for (const text of [
        `${key}: x\n`,
        `agents:\n  - id: a\n    ${key}: x\n`,
        `dreaming:\n  ${key.toUpperCase()}: x\n`,
        `model:\n  default:\n    ${key}: x\n`,
      ]) {
        const error = refused(text);
        assert.equal(error.code, 'E_CONFIG_DANGEROUS', text);
        assert.match(error.hint, /\/op\/config\.yaml/u);
      }
    });
  }
  test('that sessions tire is a yes or a no', () => {
    assert.equal(parse('fatigue: {hooks: true}\n').fatigue?.hooks, true);
    for (const text of ['fatigue: {hooks: x}\n', 'rem: {hooks: true}\n', 'fatigue: {hooks: [true]}\n'])
      assert.equal(refused(text).code, 'E_CONFIG_DANGEROUS', text);
  });
  test('push takes a name, never an address', () => {
    assert.equal(parse('push: project\n').push, 'project');
    for (const address of ['git@example.org:x/y', 'https://example.org/x', '/srv/x', 'ext::sh -c x'])
      assert.equal(refused(`push: "${address}"\n`).code, 'E_CONFIG_DANGEROUS');
    assert.equal(refused('push: --upload-pack\n').code, 'E_CONFIG');
  });
});

describe('the operator', () => {
  const operator = (text: string) => parseOperatorSettings(Buffer.from(text), 'config.yaml');
  test('keys are referred to, never written down', () => {
    assert.equal(
      operator('providers:\n  local:\n    url: http://127.0.0.1:8080/v1\n    key: env:LOCAL_KEY\n').providers?.local
        ?.key,
      'env:LOCAL_KEY',
    );
    assert.throws(
      () => operator('providers:\n  x:\n    url: https://example.org\n    key: sk-123\n'),
      /config\.yaml:4: /u,
    );
    assert.throws(() => operator('providers:\n  x:\n    url: file:///etc/passwd\n'), { code: 'E_CONFIG' });
    assert.throws(() => operator('commands:\n  A b: [x]\n'), { message: /:2: .* should be Invalid key in record$/u });
  });
});

test('any text is settings or a DreamkeeperError, in good time', () => {
  const piece = fc.constantFrom(
    'dreaming:',
    'weights:',
    'enable: true',
    '  ',
    '\n',
    '- id: a',
    '&a',
    '*a',
    '{',
    '}',
    '[',
    ': ',
    '#',
    '"',
    '|',
    '>',
    '!!js',
    'agents:',
    'format: 1',
    '\t',
    '__proto__: 1',
    'constructor: 1',
    '<<: x',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(piece, { maxLength: 25 }).map((parts) => parts.join('')),
        fc.string({ maxLength: 100 }),
      ),
      (text) => {
        try {
          parse(text);
        } catch (error) {
          assert.ok(error instanceof DreamkeeperError, String(error));
        }
      },
    ),
    { numRuns: 3000 },
  );
  assert.equal(refused(`a: &a [x]\n${'b: &b [*a,*a,*a,*a,*a,*a]\n'.repeat(3)}`).code, 'E_CONFIG');
});

test('agents’ names are plain words', () => {
  for (const good of ['a', 'waldo', 'agent-2', 'a_b', 'x'.repeat(64)]) assert.ok(isAgentName(good), good);
  for (const bad of ['', 'A', '-a', 'a-', '..', 'a/b', 'a b', 'ä', 'x'.repeat(65), 'a\n', 'con '.trim().toUpperCase()])
    assert.ok(!isAgentName(bad), bad);
});

test('what becomes of verdicts: one word is about the moves, and a task is closed only where that is said', () => {
  for (const [text, moves, done] of [
    ['', 'apply', 'advise'],
    ['verdicts: apply', 'apply', 'advise'],
    ['verdicts: advise', 'advise', 'advise'],
    ['verdicts: off', 'off', 'off'],
    ['verdicts: {done: apply}', 'apply', 'apply'],
    ['verdicts: {moves: off}', 'off', 'advise'],
    ['verdicts: {moves: advise, done: off}', 'advise', 'off'],
    // A model's word is enough there; to call a task done is another matter.
    ['verdicts: always', 'apply', 'advise'],
    ['verdicts: {moves: always, done: apply}', 'apply', 'apply'],
  ] as const)
    assert.deepEqual(
      verdictChoice(parseHomeSettings(Buffer.from(`format: 1\n${text}\n`), 'x', 'y')),
      { moves, done, trusting: text.includes('always') },
      text,
    );
});
