// Into the other programs and out again: to the byte, whatever stands in their settings; what each needs, and what the doctor says of it.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, test } from 'node:test';
import { commandOf } from '../../src/install/command.ts';
import { setupOf } from '../../src/install/install.ts';
import { copilot } from '../../src/sessions/copilot/copilot.ts';
import { cursor } from '../../src/sessions/cursor/cursor.ts';
import { gemini } from '../../src/sessions/gemini/gemini.ts';
import type { Harness } from '../../src/sessions/harness.ts';
import { pi } from '../../src/sessions/pi/pi.ts';
import { qwen } from '../../src/sessions/qwen/qwen.ts';
import { project, type Sandbox, sandbox } from '../sandbox.ts';
import { everything, json, works } from './installing.ts';
import { shapes } from './settings-shapes.ts';

interface Other {
  readonly harness: Harness;
  /** Its file in a project, and that of a person. */
  readonly local: string;
  readonly user: string;
  readonly hooks: number;
  /** A file that is a program, in which nobody else has anything. */
  readonly isPlugin?: true;
}

const others: readonly Other[] = [
  { harness: gemini, local: '.gemini/settings.json', user: '.gemini/settings.json', hooks: 5 },
  {
    ...{ harness: copilot, hooks: 7 },
    ...{ local: '.github/hooks/dreamkeeper.json', user: '.copilot/hooks/dreamkeeper.json' },
  },
  {
    ...{ harness: pi, hooks: 6, isPlugin: true },
    ...{ local: '.pi/extensions/dreamkeeper.js', user: '.pi/agent/extensions/dreamkeeper.js' },
  },
  { harness: cursor, local: '.cursor/hooks.json', user: '.cursor/hooks.json', hooks: 8 },
  { harness: qwen, local: '.qwen/settings.json', user: '.qwen/settings.json', hooks: 8 },
];

/** Other people's hooks, comments, three spaces, and line ends of another system. */
const theirs =
  '// mine\r\n{\r\n   "model": "x", // why not\r\n   "hooks": {\r\n      "SessionStart": [{"hooks": [{"type": "command", "command": "say hello"}]}],\r\n      "Stop": []\r\n   }\r\n}';

for (const { harness, local, user, hooks, isPlugin } of others)
  describe(harness.name, () => {
    const { name } = harness;

    test('whatever stands in a file of settings, it is the same afterwards', async () => {
      const { form } = await setupOf(harness);
      const program = { node: '/opt/node', script: '/opt/bin.js' };
      for (const { name: shape, text } of shapes.filter((each) => isPlugin !== true && each.text.includes('{'))) {
        const once = form.withHooks(text, ({ word }) => commandOf(name, word, program));
        assert.equal(form.commandsIn(once).length, hooks, shape);
        assert.equal(
          form.withHooks(once, ({ word }) => commandOf(name, word, program)),
          once,
          shape,
        );
        assert.equal(form.withoutHooks(once, text), text, shape);
      }
    });

    test('in and out, to the byte, in a project and for a person', (t) => {
      const box = sandbox(t);
      project(box);
      for (const [scope, file] of [
        ['--local', `project/${local}`],
        ['--user', `person/${user}`],
      ] as const)
        for (const text of isPlugin ? [undefined] : scope === '--local' ? [undefined, theirs] : [theirs]) {
          if (text !== undefined) box.write(file, text);
          const before = everything(box);
          works(box, 'project', 'install', name, scope, '--yes');
          const installed = box.read(file);
          assert.equal(installed.match(new RegExp(` hook [a-z-]+ --from ${name} `, 'gu'))?.length, hooks);
          assert.match(works(box, 'project', 'install', name, scope, '--yes').stdout, /already, as they should be/u);
          assert.equal(box.read(file), installed, 'twice is once');
          const seen = box.git('project', 'status', '--porcelain', '--untracked-files=all');
          assert.doesNotMatch(seen, /skill|\.dream/u);
          works(box, 'project', 'uninstall', name, scope, '--yes', '--data');
          assert.deepEqual(everything(box), before);
          if (text !== undefined) assert.equal(box.read(file), text);
        }
    });

    test('the doctor sends an event through it, and says what is gone', (t) => {
      const box = sandbox(t);
      project(box);
      works(box, 'project', 'install', name, '--user', '--yes');
      assert.deepEqual(about(box, name), [`${name}-works`]);
      const file = `person/${user}`;
      box.write(file, box.read(file).replaceAll(process.execPath, '/gone/node'));
      assert.deepEqual(about(box, name), [`${name}-node-gone`]);
      works(box, 'project', 'uninstall', name, '--user', '--yes');
      assert.ok(!existsSync(box.path(file)));
    });
  });

function about(box: Sandbox, name: string): string[] {
  const { findings } = json(box.dk('project', ['doctor', '--json'])) as {
    readonly findings: readonly { id: string }[];
  };
  return findings.map(({ id }) => id).filter((id) => id.startsWith(`${name}-`));
}

test('what Gemini CLI needs is said, and the doctor sees when it is given', (t) => {
  const box = sandbox(t);
  project(box);
  assert.match(works(box, 'project', 'install', 'gemini', '--yes').stdout, /One thing is yours: .*"Trust folder"/u);
  assert.deepEqual(about(box, 'gemini'), ['gemini-waits']);
  box.write('person/.gemini/trustedFolders.json', JSON.stringify({ [box.path('project')]: 'TRUST_FOLDER' }));
  assert.deepEqual(about(box, 'gemini'), ['gemini-works']);
  const file = 'project/.gemini/settings.json';
  box.write(file, box.read(file).replace(/\}\s*$/u, ', "hooksConfig": {"enabled": false}}'));
  assert.deepEqual(about(box, 'gemini'), ['gemini-hooks-off']);
  const mcp = box.dk('project', ['install', 'gemini', '--mcp', '--yes']);
  assert.match(mcp.stderr, /gemini mcp add --scope user dreamkeeper '?\//u);
});
