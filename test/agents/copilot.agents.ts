// The real Copilot CLI, without a network, in an empty HOME: installed by one command, it records, is put to sleep, and wakes with what it did.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { copilot } from '../../src/sessions/copilot/copilot.ts';
import { project, type Sandbox, sandbox } from '../sandbox.ts';
import { fetched, newestOf } from './fetched.ts';
import { calls, type RealProgram, ranOut, realDay, started } from './real-day.ts';
import { chatModel } from './scripted-chat.ts';

const name = '@github/copilot';
const measured = process.env.DREAMKEEPER_COPILOT_VERSION ?? '1.0.102';
const versions = [...new Set([measured, newestOf(name) ?? measured])];

before(() => {
  for (const version of versions) fetched(name, 'copilot', version);
});

const trust = (box: Sandbox): void =>
  void box.write('person/.copilot/config.json', JSON.stringify({ trustedFolders: [box.path('project')] }));

const programOf = (version: string, prepare?: (box: Sandbox) => void): RealProgram => ({
  name: 'copilot',
  shell: copilot.shell,
  command: (command) => ({ name: copilot.shell, input: { command, description: 'x' } }),
  ...(prepare === undefined ? {} : { prepare }),
  session: async (box, wants) => {
    const model = await chatModel(wants);
    const place = { COPILOT_OFFLINE: 'true', COPILOT_PROVIDER_BASE_URL: model.url, COPILOT_MODEL: 'fake' };
    const flags = ['--allow-all-tools', '-p', 'make the tests pass'];
    const held = await ranOut(started(box, fetched(name, 'copilot', version), flags, place));
    await model.close();
    return { ...held, asked: model.requests };
  },
  runs: ['start', 'prompt', 'stop', 'end'],
});

for (const version of versions)
  describe(`Copilot CLI ${version}`, () => {
    test('in a project: records each call with its exit code, sleeps when the session ends, and wakes with that', (t) =>
      realDay(t, programOf(version, trust), '--local'));
    test('for a person: the same, and no folder has to be trusted', (t) => realDay(t, programOf(version), '--user'));
    test('keeps what its agent said last, tells it of the skill, and starts no hook in a folder that nobody trusted', async (t) => {
      const box = sandbox(t);
      project(box);
      const program = programOf(version);
      assert.equal(box.dk('project', ['install', 'copilot', '--yes', '--no-first-night']).code, 0);
      await program.session(box, [program.command('echo hello-tool')]);
      assert.ok(!existsSync(box.path('project/.dream/_steps.jsonl')));
      assert.match(box.dk('project', ['doctor']).stdout, /warning copilot-waits/u);
      trust(box);
      const { asked } = await program.session(box, [program.command('echo hello-tool')]);
      assert.deepEqual(calls(box), [['bash', 'echo hello-tool', 0]]);
      const kept = 'project/.dream/.git/dreamkeeper';
      const words = readdirSync(box.path(kept)).filter((each) => each.startsWith('last-words'));
      assert.match(words.map((each) => box.read(`${kept}/${each}`)).join(), /done/u);
      assert.ok(
        asked.some((each) => each.includes('How to work with this project')),
        'the skill',
      );
    });
  });
