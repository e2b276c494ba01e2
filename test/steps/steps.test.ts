// A step written down, read back, and told.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { redactSecrets } from '../../src/secrets/secrets.ts';
import {
  callsOf,
  isPlain,
  isPlainReport,
  parseStepReport,
  parseSteps,
  printStep,
  type StepRecord,
  type StepReport,
  stepRecord,
  tellSteps,
} from '../../src/steps/steps.ts';
import { fc } from '../drawn.ts';
import { times } from '../share.ts';

const context = {
  run: 'r1',
  agent: 'waldo',
  seq: 1,
  time: new Date('2026-06-10T14:30:00Z'),
  head: 'a'.repeat(40),
  branch: 'main',
};
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const record = (report: StepReport): StepRecord => stepRecord(report, context, { sha256, redact: redactSecrets });
const many = (...reports: readonly StepReport[]): StepRecord[] => reports.map(record);

describe('recording', () => {
  test('everything a step has, in one line', () => {
    const line = printStep(
      record({ tool: 'bash', target: 'npm test', exit: 1, durationMs: 5210, call: '7', args: { cwd: '/x' } }),
    );
    assert.equal(
      line,
      `{"v":1,"phase":"end","run":"r1","agent":"waldo","seq":1,"call":"7","tool":"bash","target":"npm test","exit":1,"error":null,"durationMs":5210,"time":"2026-06-10T14:30:00.000Z","head":"${'a'.repeat(40)}","branch":"main","args":{"cwd":"/x"}}`,
    );
  });
  test('large arguments as length and hash, never as text', () => {
    const { args } = record({
      tool: 'write',
      args: { path: 'a.ts', content: 'x'.repeat(5000), list: Array.from({ length: 500 }, () => 'y') },
    });
    assert.equal(args?.path, 'a.ts');
    assert.deepEqual(args?.content, { length: 5000, sha256: sha256('x'.repeat(5000)) });
    const list = args?.list as { readonly length: number } | undefined;
    assert.equal(list?.length, JSON.stringify(Array.from({ length: 500 }, () => 'y')).length);
  });
  test('credentials are out, wherever they stand', () => {
    const key = `ghp_${'a1B2c3D4e5'.repeat(4)}`;
    const line = printStep(
      record({
        tool: `t ${key}`,
        target: `curl -H "Authorization: token ${key}"`,
        error: key,
        call: key,
        args: { [key]: key, env: `TOKEN=${key}` },
      }),
    );
    assert.doesNotMatch(line, /a1B2c3D4e5/u);
    assert.match(line, /REDACTED:github-token/u);
  });
  test('also with an invisible character in them, behind a telling name, or in the name of a branch', () => {
    const key = `ghp_${'a1B2c3D4e5'.repeat(4)}`;
    const hidden = `${key.slice(0, 20)}\u200b${key.slice(20)}`;
    const line = printStep(
      stepRecord(
        { tool: 'x', target: `git clone https://${hidden}@host/`, args: { password: 'Tr0ub4dor&3xyz', path: 'a.ts' } },
        { ...context, branch: `fix/${key}` },
        { sha256, redact: redactSecrets },
      ),
    );
    assert.doesNotMatch(line, /a1B2c3D4e5|Tr0ub4dor/u);
    assert.match(line, /"path":"a\.ts"/u);
  });
  test('what JSON cannot say does not cost a step', () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    let deep: unknown = 'x';
    for (let n = 0; n < 6000; n += 1) deep = [deep];
    for (const args of [circular, { big: 10n }, { deep }]) assert.equal(record({ tool: 'x', args }).tool, 'x');
    assert.equal(isPlainReport({ args: { deep } }), false);
  });
  test('any report is one line that is read back', () => {
    const report = fc.record({
      tool: fc.string({ unit: 'binary', minLength: 1 }),
      target: fc.string({ unit: 'binary', maxLength: 2000 }),
      error: fc.option(fc.string({ unit: 'binary' }), { nil: undefined }),
      exit: fc.option(fc.integer(), { nil: undefined }),
      args: fc.jsonValue(),
    });
    fc.assert(
      fc.property(report, (each) => {
        const line = printStep(record(each));
        assert.ok(!line.includes('\n') && Buffer.byteLength(line) < 65_536);
        const { records, torn, foreign } = parseSteps(line);
        assert.deepEqual([torn, foreign + records.length], [0, 1]);
      }),
      { numRuns: times(2000) },
    );
  });
});

describe('plain text needs no scanner', () => {
  test('what is plain', () => {
    for (const text of [
      'npm test',
      'src/sections/Comparison.svelte',
      'read',
      'docs/steps.md',
      'lines 10, 20',
      'a_b-c.d',
      '',
    ])
      assert.ok(isPlain(text), text);
    for (const text of [
      'TOKEN',
      'a1',
      'x=y',
      'http://x',
      'a"b',
      '12345678',
      'mysql -p hunter',
      'hooks.slack.com/services/Tabc',
      'my password',
      'AKIA',
      'é',
      'a\nb',
      'x'.repeat(401),
    ])
      assert.ok(!isPlain(text), text);
  });
  test('nothing the scanner would find is plain', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'abcXYZ019 ./-_,=:%"'), maxLength: 60 }),
        (text) => !isPlain(text) || redactSecrets(text) === text,
      ),
      { numRuns: times(20_000) },
    );
  });
});

describe('reading', () => {
  test('torn and foreign lines are skipped and counted', () => {
    const good = printStep(record({ tool: 'x' }));
    const { records, torn, foreign } = parseSteps(
      `${good}\n\n${good.slice(0, 50)}\n{"v":1}\n[]\n42\n{"v":2,"tool":"x","phase":"end","time":"2026-01-01"}\n${good}\r\n\u0000\u0000\n${good}${good}\n`,
    );
    assert.deepEqual([records.length, torn, foreign], [2, 3, 4]);
  });
  test('a file cut at every byte loses at most its last line', () => {
    const text = `${printStep(record({ tool: 'one' }))}\n${printStep(record({ tool: 'two', target: 'é' }))}\n`;
    for (let at = 0; at <= text.length; at += 1) {
      const { records, torn } = parseSteps(text.slice(0, at));
      assert.ok(records.length + torn <= 2 && records.length >= (at >= text.indexOf('\n') ? 1 : 0));
    }
  });
  test('any text is read', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.array(fc.json()).map((lines) => lines.join('\n')),
        ),
        (text) => parseSteps(text).records.length >= 0,
      ),
      { numRuns: times(3000) },
    );
    assert.equal(
      parseSteps('{"__proto__":{"v":1,"tool":"x"},"v":1,"tool":"x","phase":"end","time":"2026-01-01"}').records.length,
      1,
    );
  });
  test('what a program tells is checked', () => {
    assert.deepEqual(
      { ...parseStepReport('{"tool":"x","exit":0,"durationMs":1.6,"more":[1]}') },
      {
        tool: 'x',
        target: undefined,
        exit: 0,
        error: undefined,
        durationMs: 2,
        args: undefined,
        phase: undefined,
        call: undefined,
        run: undefined,
        agent: undefined,
      },
    );
    assert.equal(parseStepReport('{"tool":"x","exitCode":3}').exit, 3);
    assert.equal(parseStepReport('{"tool":"x","exit_code":4}').exit, 4);
    for (const bad of [
      '',
      'x',
      '[]',
      'null',
      '{}',
      '{"tool":1}',
      '{"tool":" "}',
      '{"tool":"x","exit":1.5}',
      '{"tool":"x","exit":"0"}',
      '{"tool":"x","durationMs":-1}',
      '{"tool":"x","phase":"middle"}',
      '{"tool":"x","target":{}}',
    ])
      assert.throws(() => parseStepReport(bad), { code: 'E_BAD_STEP' }, bad);
  });
});

describe('telling', () => {
  test('as the seed spells it', () =>
    assert.deepEqual(tellSteps(many({ tool: 'edit', target: 'src/sections/grown/Weave.svelte', exit: 0 })).lines, [
      'edit src/sections/grown/Weave.svelte (exit 0)',
    ]));
  test('at most 25 lines, all failures among them, and one line of totals', () => {
    const reports = Array.from(
      { length: 200 },
      (_, n): StepReport =>
        n % 20 === 3 ? { tool: 'bash', target: `check ${n}`, exit: 1 } : { tool: 'edit', target: `file ${n}`, exit: 0 },
    );
    const { lines, totals } = tellSteps(many(...reports));
    assert.equal(lines.length, 25);
    assert.equal(lines.filter((line) => line.endsWith('(exit 1)')).length, 10);
    assert.equal(lines.at(-1), 'edit file 199 (exit 0)');
    assert.equal(totals, '200 calls (190 edit, 10 bash) · 10 failed · 175 more not shown');
  });
  test('what a person asked for is told, and counts as no call', () => {
    const asked: StepReport = { tool: 'prompt', target: 'mend it' };
    const { lines, totals, counts } = tellSteps(many(asked, { tool: 'bash', target: 'npm test', exit: 0 }));
    assert.deepEqual(lines, ['prompt mend it', 'bash npm test (exit 0)']);
    assert.equal(totals, '1 call (1 bash) · 0 failed · 1 prompt');
    assert.equal(counts.calls, 1);
    const known: StepReport = { tool: 'dismissed', target: 'npm test' };
    assert.equal(tellSteps(many(known, { tool: 'bash', target: 'ls', exit: 0 })).totals, '1 call (1 bash) · 0 failed');
  });
  test('a test that fails behind a pipe ended with 0, and is told as failed by its output', () => {
    const [step] = many({ tool: 'bash', target: 'npm test 2>&1 | tail -5', exit: 0 });
    assert.ok(step !== undefined);
    const piped = { ...step, output: { verdict: 'failed' } as const };
    assert.equal(tellSteps([piped]).totals, '1 call (1 bash) · 0 failed · 1 more failed by its output');
    assert.equal(tellSteps([piped]).counts.failedByOutput, 1);
  });
  test('when even the failures do not fit, that is said', () => {
    const { totals, counts } = tellSteps(
      many(...Array.from({ length: 9 }, (_, n): StepReport => ({ tool: 'bash', target: `${n}`, exit: 1 }))),
      5,
    );
    assert.match(totals, /4 more not shown, 4 of them failures/u);
    assert.deepEqual(counts, { calls: 9, failed: 9, failedByOutput: 0, unfinished: 0 });
  });
  test('the same again is one line with a count, where it was last', () => {
    assert.deepEqual(
      tellSteps(
        many(
          { tool: 'bash', target: 'npm test', exit: 1 },
          { tool: 'edit', target: 'a', exit: 0 },
          { tool: 'bash', target: 'npm test', exit: 1 },
        ),
      ).lines,
      ['edit a (exit 0)', 'bash npm test (exit 1) ×2'],
    );
  });
  test('errors, unknown ends, and calls that never ended', () => {
    assert.deepEqual(
      tellSteps(
        many(
          { tool: 'fetch', target: 'https://x', error: 'refused\nby peer' },
          { tool: 'read', target: 'a' },
          { tool: 'bash', target: 'sleep', phase: 'start', call: '1' },
        ),
      ).lines,
      ['fetch https://x (error: refused by peer)', 'read a', 'bash sleep (never ended)'],
    );
  });
  test('a start and its end are one call, in whatever order, and told twice is once', () => {
    const start: StepReport = { tool: 'bash', target: 'npm test', phase: 'start', call: '1' };
    const end: StepReport = { tool: 'bash', exit: 0, phase: 'end', call: '1' };
    assert.deepEqual(
      callsOf(many(start, end)).map(({ target, outcome }) => [target, outcome]),
      [['npm test', 'ok']],
    );
    assert.equal(callsOf(many(end, start, end)).length, 1);
    assert.equal(callsOf(many(end, start))[0]?.outcome, 'ok');
  });
  test('an id used again is another call; an error beside exit 0 is a failure of its own', () => {
    const calls = callsOf(
      many({ tool: 'bash', target: 'a', exit: 0, call: '7' }, { tool: 'bash', target: 'b', exit: 1, call: '7' }),
    );
    assert.deepEqual(
      calls.map(({ outcome }) => outcome),
      ['ok', 'failed'],
    );
    const { lines, counts } = tellSteps(
      many(
        { tool: 'x', target: 'a', exit: 0 },
        { tool: 'x', target: 'a', exit: 0, error: 'lost' },
        { tool: 'x', target: 'b', exit: 0 },
      ),
      1,
    );
    assert.deepEqual([lines, counts.failed], [['x a (exit 0, error: lost)'], 1]);
    const long = 'y'.repeat(100);
    assert.equal(
      tellSteps(many({ tool: 'x', target: `${long}1`, exit: 0 }, { tool: 'x', target: `${long}2`, exit: 0 })).lines
        .length,
      2,
    );
  });
  test('targets are cut to 80, nothing else can get in', () => {
    const [line = ''] = tellSteps(many({ tool: 'bash', target: `${'x'.repeat(300)}\n* verdicts`, exit: 0 })).lines;
    assert.ok(line.length < 100 && !line.includes('\n'));
  });
});
