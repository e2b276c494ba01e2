// The real Qwen Code, without a network, in an empty HOME: installed by one command, it records, and wakes with what it did. It does not say
// that a session without a terminal is over: that is noticed when the next one begins.
import { before, describe, test } from 'node:test';
import { qwen } from '../../src/sessions/qwen/qwen.ts';
import { fetched, newestOf } from './fetched.ts';
import { type RealProgram, ranOut, realDay, started } from './real-day.ts';
import { chatModel } from './scripted-chat.ts';

const name = '@qwen-code/qwen-code';
const measured = process.env.DREAMKEEPER_QWEN_VERSION ?? '0.24.4';
const versions = [...new Set([measured, newestOf(name) ?? measured])];

before(() => {
  for (const version of versions) fetched(name, 'qwen', version);
});

const programOf = (version: string): RealProgram => ({
  name: 'qwen',
  shell: qwen.shell,
  command: (command) => ({ name: qwen.shell, input: { command, description: 'x', is_background: false } }),
  session: async (box, wants) => {
    const model = await chatModel(wants);
    const place = { OPENAI_API_KEY: 'x', OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'fake' };
    const flags = ['--yolo', '-p', 'make the tests pass'];
    const held = await ranOut(started(box, fetched(name, 'qwen', version), flags, place));
    await model.close();
    return { ...held, asked: model.requests };
  },
  runs: ['start', 'prompt', 'stop'],
});

for (const version of versions)
  describe(`Qwen Code ${version}`, () => {
    test('in a project: records each call with its exit code, and the next session wakes with that', (t) =>
      realDay(t, programOf(version), '--local'));
    test('for a person: the same', (t) => realDay(t, programOf(version), '--user'));
  });
