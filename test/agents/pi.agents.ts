// The real Pi, without a network, in an empty HOME: installed by one command, it records, is put to sleep, and wakes with what it did.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { pi } from '../../src/sessions/pi/pi.ts';
import { project, type Sandbox, sandbox } from '../sandbox.ts';
import { fetched } from './fetched.ts';
import { type RealProgram, ranOut, realDay, started } from './real-day.ts';
import { chatModel } from './scripted-chat.ts';

const name = '@earendil-works/pi-coding-agent';
// The newest one needs a package that npm does not have.
const version = process.env.DREAMKEEPER_PI_VERSION ?? '0.87.1';

before(() => void fetched(name, 'pi', version));

const trust = (box: Sandbox): void =>
  void box.write('person/.pi/agent/trust.json', JSON.stringify({ [box.path('project')]: true }));

const programOf = (prepare?: (box: Sandbox) => void): RealProgram => ({
  name: 'pi',
  shell: pi.shell,
  command: (command) => ({ name: pi.shell, input: { command } }),
  ...(prepare === undefined ? {} : { prepare }),
  session: async (box, wants, flags = []) => {
    const model = await chatModel(wants);
    const local = { baseUrl: model.url, api: 'openai-completions', apiKey: 'x', models: [{ id: 'fake' }] };
    box.write('person/.pi/agent/models.json', JSON.stringify({ providers: { local } }));
    const all = ['--provider', 'local', '--model', 'fake', ...flags, '-p', 'make the tests pass'];
    const held = await ranOut(started(box, fetched(name, 'pi', version), all, { PI_OFFLINE: '1' }));
    await model.close();
    return { ...held, asked: model.requests };
  },
  hidesSkill: '--local',
  runs: ['start', 'prompt', 'stop', 'end'],
});

describe(`Pi ${version}`, () => {
  test('in a project: records each call with its exit code, sleeps when the session ends, and wakes with that', (t) =>
    realDay(t, programOf(trust), '--local'));
  test('for a person: the same, and no folder has to be trusted', (t) => realDay(t, programOf(), '--user'));
  test('loads nothing of ours in a folder that nobody trusted; who goes on with a session still has its pack', async (t) => {
    const box = sandbox(t);
    project(box);
    const program = programOf();
    assert.equal(box.dk('project', ['install', 'pi', '--yes', '--no-first-night']).code, 0);
    await program.session(box, [program.command('echo hello-tool')]);
    assert.ok(!existsSync(box.path('project/.dream/_steps.jsonl')));
    assert.match(box.dk('project', ['doctor']).stdout, /warning pi-waits/u);
    trust(box);
    await program.session(box, [program.command('echo hello-tool')]);
    const second = await program.session(box, [], ['--continue']);
    assert.equal(second.code, 0, second.output);
    assert.ok(second.asked.some((each) => each.includes('Good morning')));
  });
});
