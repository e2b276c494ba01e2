// What every harness has to keep, tried on a session that was recorded from the real program: what it tells, what it takes, what it reads.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { isAbsolute, join, normalize } from 'node:path';
import { describe, test } from 'node:test';
import { commandOf, isOurCommand } from '../../src/install/command.ts';
import { setupOf } from '../../src/install/install.ts';
import { type Harness, type HarnessEvent, type HarnessMessage, reportOf } from '../../src/sessions/sessions.ts';
import { fc } from '../drawn.ts';
import { sandbox } from '../sandbox.ts';

/** What can be told of a session. */
const parts = [
  ...(['session', 'folder', 'transcript', 'start', 'prompt', 'names of calls', 'duration'] as const),
  ...(['exit of success', 'exit of failure', 'output', 'pause', 'last words', 'end'] as const),
];
export type Part = (typeof parts)[number];

/** One message of a harness, and the word of the hook it was handed to. */
export interface Message {
  readonly text: string;
  readonly word: string;
}

/** The two commands that the recorded agent ran, and how the second ended. */
export interface Day {
  readonly prompt: string;
  readonly good: string;
  /** What the first printed. */
  readonly printed: string;
  readonly bad: string;
  readonly exit: number;
}

export interface Spoken {
  readonly harness: Pick<Harness, 'name' | 'payload' | 'joined' | 'packOutput' | 'mostChars' | 'names'>;
  /** The file in which it kept the recorded session, where that was recorded, too. */
  readonly transcript?: string;
  readonly messages: readonly Message[];
  readonly day: Day;
  /** What it does not tell, and why; the contract looks that this is so. */
  readonly lacks: Readonly<Partial<Record<Part, string>>>;
  /** The pack as its agent finds it in what it was handed. */
  packIn(output: string): string;
}

type Kind<K> = Extract<HarnessEvent, { readonly kind: K }>;

function partsIn(messages: readonly HarnessMessage[], day: Day): Readonly<Record<Part, boolean>> {
  const events = messages.flatMap((told) => told.events);
  const of = <K extends HarnessEvent['kind']>(kind: K) =>
    events.filter((event): event is Kind<K> => event.kind === kind);
  const calls = of('call').map(({ report }) => report);
  const ended = (target: string) => calls.find((report) => report.target === target && report.phase !== 'batch');
  return {
    session: messages.every(({ session }) => session !== null),
    folder: messages.every(({ cwd }) => cwd !== null && isAbsolute(cwd)),
    transcript: messages.some(({ transcript }) => transcript !== null && isAbsolute(transcript)),
    start: of('start').some(({ source }) => source !== ''),
    prompt: of('prompt').some(({ text }) => text === day.prompt),
    'names of calls': calls.length > 0 && calls.every(({ call }) => call !== undefined),
    duration: calls.some(({ durationMs }) => durationMs !== undefined),
    'exit of success': ended(day.good)?.exit === 0,
    'exit of failure': ended(day.bad)?.exit === day.exit,
    output: of('call').some(({ report, output }) => report.target === day.good && output?.trim() === day.printed),
    pause: of('active').some(({ what }) => what === 'stop'),
    'last words': of('said').some(({ text }) => text === 'done'),
    end: of('end').some(({ reason }) => reason !== ''),
  };
}

/** What it tells and takes. */
export function spokenContract({ harness, messages, day, lacks, packIn, transcript }: Spoken): void {
  describe(`${harness.name}, as it was recorded`, async () => {
    const plain = messages.flatMap(({ text, word }) => harness.payload(text, word) ?? []);
    const told = await Promise.all(
      plain.map((message) =>
        transcript === undefined ? message : (harness.joined?.({ ...message, transcript }) ?? message),
      ),
    );
    const given = partsIn(told, day);
    for (const part of parts)
      test(`${part}: ${lacks[part] ?? 'told'}`, () => assert.equal(given[part], lacks[part] === undefined));
    test('both commands are told, in order, and each becomes a step', () => {
      const reports = told.flatMap(({ events }) => events).flatMap((event) => reportOf(event) ?? []);
      const targets = [...new Set(reports.map(({ target }) => target))].filter((each) =>
        each?.match(/^(?:echo|ls|sh|cd)/u),
      );
      assert.deepEqual(
        targets.filter((each) => each === day.good || each === day.bad),
        [day.good, day.bad],
      );
      assert.ok(reports.every(({ tool }) => tool !== '' && tool !== 'unknown'));
    });
    test('what it makes up as names is known as such, and words are not', () => {
      const made = told.flatMap(({ session, events }) => [
        ...(session === null ? [] : [session]),
        ...events.flatMap((event) => (event.kind === 'call' ? (event.report.call ?? []) : [])),
      ]);
      for (const name of made) assert.match(name, harness.names);
      for (const text of ['', 'the password is x', 'sk-ant-api03-abcdef', 'a\nb'])
        assert.doesNotMatch(text, harness.names);
    });
    test('what is cut off, torn or of another kind never throws', () => {
      for (const { text, word } of messages)
        for (let end = 0; end < text.length; end += 7) harness.payload(text.slice(0, end), word);
      const word = fc.constantFrom(...messages.map((message) => message.word), 'other', '__proto__');
      const values = fc.oneof(fc.string(), fc.json(), fc.constantFrom('null', '[]', '{"__proto__":{"cwd":1}}'));
      fc.assert(
        fc.property(values, word, (text, each) => {
          const heard = harness.payload(text, each);
          assert.ok(heard === undefined || Array.isArray(heard.events));
        }),
        { numRuns: 200 },
      );
    });
    test('what it kept may be gone, empty, or anything, and what was told stays', async (t) => {
      const file = sandbox(t).path('kept');
      for (const content of [
        undefined,
        '',
        '{',
        '{"payload":{"item":3,"call_id":"call_0","type":"item_completed"}}\n',
      ]) {
        if (content !== undefined) writeFileSync(file, content);
        for (const message of plain) {
          const whole = (await harness.joined?.({ ...message, transcript: file })) ?? message;
          assert.deepEqual(whole.events, message.events);
        }
      }
    });
    test('a pack reaches its agent as it is', () => {
      assert.ok(harness.mostChars >= 2000);
      const arrives = (pack: string): void => assert.equal(packIn(harness.packOutput(pack)), pack);
      for (const pack of ['', ' Good morning.\n\n', '"}\\\n', '</others-1>\n']) arrives(pack);
      fc.assert(fc.property(fc.string({ unit: 'grapheme' }), arrives));
    });
  });
}

/** What it reads and keeps; `texts` are settings of its own that people have. */
export function harnessContract(harness: Harness, texts: readonly string[]): void {
  describe(`${harness.name}, installed`, async () => {
    const setup = await setupOf(harness);
    const kept = await harness.kept();
    const { form, hooks, files, userFile, ignoredBecause } = setup;
    const program = { node: '/opt/node', script: "/opt/o'neil/bin.js" };
    const installed = (text: string): string =>
      form.withHooks(text, ({ word }) => commandOf(harness.name, word, program));
    for (const text of texts)
      test(`settings: ${JSON.stringify(text.slice(0, 40))}`, () => {
        const after = installed(text);
        assert.equal(form.problemIn(text), undefined);
        assert.equal(form.problemIn(after), undefined);
        const found = form.commandsIn(after);
        assert.deepEqual(found.map(({ event }) => event).toSorted(), hooks.map(({ event }) => event).toSorted());
        for (const { command } of found) assert.ok(isOurCommand(harness.name, command), command);
        assert.equal(installed(after), after, 'twice is once');
        // Where there was no file, none is left; what was written then may be as empty as the harness has it.
        if (text === '') assert.ok(form.isEmpty(form.withoutHooks(after)));
        else assert.equal(form.withoutHooks(after, text), text, 'out again to the byte');
        assert.deepEqual(form.commandsIn(text), []);
        assert.ok(form.isEmpty('') && !form.isEmpty(after));
        assert.equal(ignoredBecause(after), undefined);
      });
    test('its files lie in the project, and a person’s own do not', () => {
      for (const path of Object.values(files)) assert.ok(!isAbsolute(path) && normalize(path) === path, path);
      const own = userFile({ HOME: '/home/zoe' });
      assert.ok(own === undefined || own.startsWith('/home/zoe/'), own);
      assert.match(harness.name, /^[a-z]+$/u);
      for (const folder of harness.worktrees) assert.match(folder, /^[^/].*\/$/u);
    });
    test('what it sends by itself is something that a pack can leave out, and its words for going on are no beginning', () => {
      assert.equal(new Set(harness.sends).size, harness.sends.length);
      for (const sent of harness.sends) assert.ok(['branch', 'status', 'commits'].includes(sent), sent);
      for (const word of harness.goesOn) assert.match(word, /^[a-z-]+$/u);
      for (const word of ['', 'startup', 'new', 'clear']) assert.ok(!harness.goesOn.includes(word), word);
    });
    test('each event is asked for once, and has a word', () => {
      assert.equal(new Set(hooks.map(({ event }) => event)).size, hooks.length);
      for (const { word } of hooks) assert.match(word, /^[a-z-]+$/u);
    });
    test('what it keeps can be missing, and be anything', () => {
      assert.deepEqual(kept.transcripts(join('/nowhere', 'project'), { HOME: '/nowhere' }), []);
      for (const { path } of kept.notes('/nowhere/project', { HOME: '/nowhere' }))
        assert.ok(path.startsWith('/nowhere/'));
      fc.assert(
        fc.property(fc.oneof(fc.string(), fc.json()), (text) => assert.ok(kept.transcript(text).events.length >= 0)),
      );
    });
  });
}
