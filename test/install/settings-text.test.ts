// Our hooks in the text of settings: put in, found, renewed and taken out, with every other byte as it was.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import jsonc from 'jsonc-parser';
import { commandOf as commandFor, isOurCommand as isCommandFor, type Program } from '../../src/install/command.ts';
import { setupOf } from '../../src/install/install.ts';
import { claude } from '../../src/sessions/claude/claude.ts';
import type { HarnessHook } from '../../src/sessions/sessions.ts';
import { fc } from '../drawn.ts';
import { times } from '../share.ts';
import { anySettings, anyStyle, printed, shapes } from './settings-shapes.ts';

const program: Program = { node: '/opt/node/bin/node', script: '/opt/dreamkeeper/dist/bin.js' };
const other: Program = { node: "/home/o'neil/my node", script: '/home/x y/$HOME/"bin".d/bin.js' };

const { form, hooks: claudeHooks } = await setupOf(claude);
const { problemIn, commandsIn: ourEntries, withoutHooks, isEmpty: isEmptyText } = form;
const commandOf = ({ word }: HarnessHook, by: Program): string => commandFor('claude', word, by);
const groupOf = (hook: HarnessHook, by: Program): object => hook.entry(commandOf(hook, by));
const withHooks = (text: string, by: Program): string => form.withHooks(text, (hook) => commandOf(hook, by));
const isOurCommand = (command: string): boolean => isCommandFor('claude', command);

type Settings = Record<string, unknown> & { hooks?: Record<string, unknown[]> };
const parsed = (text: string): Settings =>
  (jsonc.parse(text.replace(/^\uFEFF/u, ''), [], { allowTrailingComma: true }) ?? {}) as Settings;

/** The old settings and ours behind them. */
function joined(before: Settings): Settings {
  const hooks = Object.entries(before.hooks ?? {});
  const ours = claudeHooks.map((hook) => [hook.event, groupOf(hook, program)] as const);
  const both = new Map(hooks);
  for (const [event, group] of ours) both.set(event, [...(both.get(event) ?? []), group]);
  return { ...before, hooks: Object.fromEntries(both) };
}

describe('each shape of a settings file', () => {
  for (const { name, text, withoutNotes } of shapes) {
    test(name, () => {
      const installed = withHooks(text, program);
      assert.equal(problemIn(installed), undefined);
      assert.deepEqual(parsed(installed), joined(parsed(text)));
      assert.equal(ourEntries(installed).length, claudeHooks.length);
      assert.equal(withHooks(installed, program), installed, 'twice is once');
      if (text.trim() !== '' && !text.startsWith('// nothing'))
        assert.equal(withoutHooks(installed, text), text, 'with the note of what was before');
      assert.equal(withoutHooks(installed), withoutNotes ?? text, 'without it');
    });
  }
  test('new lines follow the layout that is there', () => {
    const of = (text: string): string => withHooks(text, program);
    assert.match(
      of('{\n\t"a": 1\n}'),
      /^\{\n\t"a": 1,\n\t"hooks": \{\n\t\t"SessionStart": \[\n\t\t\t\{\n\t\t\t\t"matcher"/u,
    );
    assert.match(of('{\n   "a": 1\n}'), /,\n {3}"hooks": \{\n {6}"SessionStart"/u);
    assert.doesNotMatch(of('{\r\n  "a": 1\r\n}').replaceAll('\r\n', ''), /[\r\n]/u);
    assert.doesNotMatch(of('{"a":1}'), /\n|: "/u);
    assert.match(of('{ "a": 1 }'), /^\{ "a": 1, "hooks": \{"SessionStart": \[\{"matcher": /u);
    assert.match(of('{\n  "a": 1, // x\n}\n'), /"a": 1, \/\/ x\n {2}"hooks": [\s\S]+\},\n\}\n$/u);
  });
});

describe('any settings in any layout', () => {
  const runs = { numRuns: times(250) };
  test('what is installed is the old object and ours; taken out, every byte is as before', () => {
    fc.assert(
      fc.property(anySettings, anyStyle, (settings, style) => {
        const text = printed(settings, style);
        assert.deepEqual(parsed(text), settings);
        const installed = withHooks(text, program);
        assert.deepEqual(parsed(installed), joined(settings));
        assert.equal(withoutHooks(installed, text), text);
        assert.equal(withHooks(installed, program), installed);
        assert.equal(withHooks(withHooks(text, other), program), installed, 'other paths are replaced in place');
      }),
      runs,
    );
  });
  test('without a note nothing but empty lists and objects around ours is lost', () => {
    fc.assert(
      fc.property(anySettings, anyStyle, (settings, style) => {
        const text = printed(settings, { ...style, comments: [5] });
        const left = withoutHooks(withHooks(text, program));
        const hooks = Object.entries((settings as Settings).hooks ?? {});
        const ours = new Set(claudeHooks.map(({ event }) => event));
        const kept = hooks.filter(([event, groups]) => groups.length > 0 || !ours.has(event));
        const { hooks: _, ...others } = settings;
        const had = kept.length > 0 ? { hooks: Object.fromEntries(kept) } : {};
        assert.deepEqual(parsed(left), { ...others, ...had });
        if (kept.length === hooks.length && (hooks.length > 0 || settings.hooks === undefined))
          assert.equal(left, text);
      }),
      runs,
    );
  });
});

describe('what somebody edited since', () => {
  const before = '{\n  "model": "opus"\n}\n';
  test('stays, and ours goes', () => {
    const edited = withHooks(before, program).replace('"opus"', '"sonnet"').replace('{\n', '{\n  "x": 1, // new\n');
    assert.equal(withoutHooks(edited, before), '{\n  "x": 1, // new\n  "model": "sonnet"\n}\n');
  });
  test('hooks of theirs before, behind and beside ours', () => {
    const theirs = '{"hooks":[{"type":"command","command":"say hi"}]}';
    const base = `{\n  "hooks": {\n    "Stop": [\n      ${theirs}\n    ]\n  }\n}\n`;
    const installed = withHooks(base, program);
    const own = ourEntries(installed).find(({ event }) => event === 'Stop')?.command ?? '';
    const behind = installed.replace(/(stop --from [\s\S]+?\n {6}\})/u, `$1,\n      ${theirs}`);
    assert.notEqual(behind, installed);
    assert.equal(withoutHooks(behind), base.replace(theirs, `${theirs},\n      ${theirs}`));
    const entry = `{"type":"command","command":${JSON.stringify(own)}}`;
    const beside = `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"a"}, ${entry}, {"type":"command","command":"b"}]}]}}`;
    assert.equal(
      withoutHooks(beside),
      '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"a"}, {"type":"command","command":"b"}]}]}}',
    );
    const first = `{"hooks": {"Stop": [{"hooks": [${entry}, {"type":"command","command":"b"}]}]}}`;
    assert.equal(withoutHooks(first), '{"hooks": {"Stop": [{"hooks": [{"type":"command","command":"b"}]}]}}');
  });
  test('what they set for ours (a longer timeout, another matcher) is kept when paths are renewed', () => {
    const tuned = withHooks('{}', other).replace('"timeout": 10', '"timeout": 30').replace('"*"', '"Bash"');
    const renewed = withHooks(tuned, program);
    assert.match(renewed, /"timeout": 30/u);
    assert.match(renewed, /"matcher": "Bash"/u);
    assert.ok(ourEntries(renewed).every(({ command }) => command.startsWith("'/opt/node/bin/node'")));
  });
  test('ours twice, or at an event we do not ask for any more, is put in order', () => {
    const group = groupOf(claudeHooks[6] ?? assert.fail(), other);
    const text = JSON.stringify({ hooks: { Notification: [group], Stop: [group, group] } }, null, 2);
    const events = ourEntries(withHooks(text, program)).map(({ event }) => event);
    assert.deepEqual(events.toSorted(), claudeHooks.map(({ event }) => event).toSorted());
  });
});

test('texts that cannot be edited are named', () => {
  for (const [text, expected] of [
    ['{"a": 1', /cannot be read as JSON \(line 1\)/u],
    ['{\n  "a": 1\n  "b": 2\n}', /line 3/u],
    ['[]', /not an object/u],
    ['7', /not an object/u],
    ['{"hooks": []}', /"hooks" that are not an object/u],
    ['{"hooks": null}', /"hooks" that are not an object/u],
    ['{"hooks": {"Stop": {}}}', /"Stop" hooks that are not a list/u],
    ['{"hooks": {}, "hooks": {}}', /"hooks" twice/u],
    ['{"hooks": {"Stop": [], "Stop": []}}', /"Stop" twice/u],
  ] as const)
    assert.match(problemIn(text) ?? '', expected, text);
  for (const text of ['', ' \n', '// x', '\uFEFF{}', '{"a": [1,],}']) assert.equal(problemIn(text), undefined, text);
  assert.ok(isEmptyText('\uFEFF{\n}\n') && isEmptyText('') && !isEmptyText('{ /* x */ }') && !isEmptyText('{"a":1}'));
});

describe('our own commands', () => {
  test('are recognised whatever they are started with', () => {
    const tail = 'hook stop --from claude';
    for (const command of [
      ...claudeHooks.flatMap((hook) => [program, other, 'dk' as const].map((each) => commandOf(hook, each))),
      `"/usr/bin/node" "/a b/dist/bin.js" ${tail} --pid $PPID 2>/dev/null || true`,
      `/usr/bin/node /x/src/bin.ts ${tail}`,
      `"C:\\Program Files\\nodejs\\node.exe" "C:\\x\\dist\\bin.js" ${tail} --pid $PPID || true`,
      `dreamkeeper ${tail}`,
      `/usr/local/bin/dk ${tail} --pid "$PPID"`,
      `npx -y dreamkeeper ${tail}`,
      'dk hook some-old-event --from claude 2>/dev/null',
    ])
      assert.ok(isOurCommand(command), command);
  });
  test('and nobody else’s', () => {
    for (const command of [
      '',
      'dk',
      'dk status',
      'dk hook stop --from codex',
      'dk hook stop',
      'dk hook stop --from claude; say done',
      'dk hook stop --from claude && say done',
      'dk hook stop --from claude | tee log',
      'dk hook stop --from claude > log',
      'dk hook stop --from claude\nsay done',
      'dk hook stop --from claude --more',
      'echo "dk hook stop --from claude"',
      'say dk hook stop --from claude',
      '/usr/bin/say dk hook stop --from claude',
      '/usr/bin/say hi; /usr/bin/dk hook stop --from claude',
      '/usr/bin/say& /usr/bin/dk hook stop --from claude',
      'npx dk hook stop --from claude --pid 1 extra',
      'otherdk hook stop --from claude',
      '/usr/bin/node /x/other.js hook stop --from claude',
      'node bin.js hook stop --from claude',
      "sh -c 'dk hook stop --from claude'",
    ])
      assert.ok(!isOurCommand(command), command);
  });
  test('paths with spaces, quotes and dollars reach the shell as they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab \'"$`\\;&|*?~#!()\n\tä') }), (path) => {
        const command = commandOf(claudeHooks[0] ?? assert.fail(), { node: '/usr/bin/printf', script: `%s/${path}` });
        const started = command.split(' hook ')[0] ?? '';
        const { stdout } = spawnSync('sh', ['-c', started.replace("'%s/", "'%s' '/")], { encoding: 'utf8' });
        assert.equal(stdout, `/${path}`);
      }),
      { numRuns: 60 },
    );
  });
});
