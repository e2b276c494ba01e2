// The real Gemini CLI, without a network, in an empty HOME: installed by one command, it records, is put to sleep, and wakes with what it did.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { gemini } from '../../src/sessions/gemini/gemini.ts';
import { project, sandbox } from '../sandbox.ts';
import { fetched, newestOf } from './fetched.ts';
import { type RealProgram, ranOut, realDay, started } from './real-day.ts';
import { geminiModel } from './scripted-gemini.ts';

const name = '@google/gemini-cli';
const measured = process.env.DREAMKEEPER_GEMINI_VERSION ?? '0.61.0';
const versions = [...new Set([measured, newestOf(name) ?? measured])];

before(() => {
  for (const version of versions) fetched(name, 'gemini', version);
});

const programOf = (version: string): RealProgram => ({
  name: 'gemini',
  shell: gemini.shell,
  command: (command) => ({ name: gemini.shell, input: { command, description: 'x' } }),
  prepare: (box) => {
    const settings = {
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
    };
    box.write('person/.gemini/settings.json', JSON.stringify(settings));
    box.write('person/.gemini/trustedFolders.json', JSON.stringify({ [box.path('project')]: 'TRUST_FOLDER' }));
  },
  session: async (box, wants) => {
    const model = await geminiModel(wants);
    const flags = ['-m', 'gemini-2.5-pro', '--yolo', '-p', 'make the tests pass'];
    const place = { GEMINI_API_KEY: 'x', GOOGLE_GEMINI_BASE_URL: model.url };
    const held = await ranOut(started(box, fetched(name, 'gemini', version), flags, place));
    await model.close();
    return { ...held, asked: model.requests };
  },
  runs: ['start', 'prompt', 'stop', 'end'],
});

for (const version of versions)
  describe(`Gemini CLI ${version}`, () => {
    test('in a project: records each call with its exit code, sleeps when the session ends, and wakes with that', (t) =>
      realDay(t, programOf(version), '--local'));
    test('for a person: the same', (t) => realDay(t, programOf(version), '--user'));
    test('the longest pack there can be arrives whole, with < and > as HTML writes them', async (t) => {
      const box = sandbox(t);
      project(box);
      programOf(version).prepare?.(box);
      const pack = `Good morning. <others-1>${'日'.repeat(gemini.mostChars - 40)} end`;
      const say = box.write('say.mjs', `process.stdout.write(${JSON.stringify(gemini.packOutput(pack))});\n`);
      assert.equal(box.dk('project', ['install', 'gemini', '--yes', '--no-first-night']).code, 0);
      const settings = 'project/.gemini/settings.json';
      const command = JSON.stringify(`'${process.execPath}' '${say}'`);
      box.write(
        settings,
        box.read(settings).replace(/"[^"]*hook session-start[^"]*"/u, () => command),
      );
      const { asked } = await programOf(version).session(box, []);
      const escaped = pack.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      assert.ok(
        asked.some((each) => each.includes(escaped)),
        asked.join('\n').slice(0, 3000),
      );
    });
  });
