// Whatever strangers write, and wherever they write it: an agent gets it framed, bounded and without credentials, or not at all.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseBoard } from '../../src/board/board.ts';
import { agentIn, usualBudget } from '../../src/config/config.ts';
import { type Facts, gatherFacts } from '../../src/facts/facts.ts';
import { readsLikeOrder } from '../../src/guard/guard.ts';
import { notesIn } from '../../src/memory/memory.ts';
import { oneLine } from '../../src/text/text.ts';
import { frameOf } from '../../src/wake/frame.ts';
import { othersWords, wakeFrom } from '../../src/wake/wake.ts';
import { briefing } from '../../src/work/briefing.ts';
import type { RunTask } from '../../src/work/claim.ts';
import { runPack } from '../../src/work/run-pack.ts';
import { type Lived, liveDay } from '../day.ts';
import { sandbox } from '../sandbox.ts';
import { isFull } from '../share.ts';
import { code, type Hostile, hostiles } from './strangers.ts';

interface Place {
  readonly lived: Lived;
  readonly facts: Facts;
}

/** The facts as they are if a stranger had a hand in one of them; files are written where they are read at the wake. */
type Kind = (text: string, place: Place) => Partial<Facts>;

const boardOf = (text: string): Pick<Facts, 'board'> => ({ board: parseBoard(Buffer.from(text)) });
const line = (text: string): string => oneLine(text);
const write = ({ lived }: Place, path: string, text: string): Partial<Facts> => {
  mkdirSync(join(lived.home.home, path, '..'), { recursive: true });
  writeFileSync(join(lived.home.home, path), text);
  return {};
};
const entry = (text: string): string =>
  `#+TITLE: rem — 2026-06-10 08:50 UTC\n#+MODEL: ${line(text)}\n\n* tale\n${line(text)}\n* goals\n- ${line(text)}\n* blue sky\n- x\n* fears\n- x\n* verdicts\n- pick up: ${line(text)}\n- cancel: honest faq — ${line(text)}\n- ${line(text)}\n* carry\n- DOING: ${line(text)}\n- next action: ${line(text)}\n- mid-flight: ${line(text)}\n- verified this cycle: ${line(text)}\n- ${line(text)}\n`;

const kinds: Readonly<Record<string, Kind>> = {
  'a commit': (text, { facts }) => ({
    commits: [{ ...(facts.commits[0] as Facts['commits'][number]), subject: line(text), author: line(text) }],
  }),
  'a branch': (text, { facts }) => ({ project: { ...facts.project, branch: line(text) } }),
  'the name of a file': (text, { facts }) => ({
    inFlight: [text],
    project: {
      ...facts.project,
      changed: [{ path: text, kind: 'changed', blob: undefined, written: undefined } as never],
    },
  }),
  'a title under way': (text) => boardOf(`* board\n** DOING ${line(text)}\n- [ ] ${line(text)}\n`),
  'a title to come': (text) => boardOf(`* board\n** NEXT ${line(text)}\n** TODO ${line(text)} again\n`),
  'a state': (text) =>
    boardOf(`#+TODO: TODO ${line(text).replaceAll(/[^\p{L}]+/gu, '-')} | DONE\n* board\n** TODO x\n`),
  'a note': (text) => ({ notes: noted(text, null) }),
  'a pinned note': (text) => ({ notes: noted(text, 'verb') }),
  memory: (text, place) => write(place, 'MEMORY.md', `# Memory\n- ${line(text)}\n`),
  canon: (text, place) => write(place, 'context.org', `* what we are\n${text}\n`),
  'a dream': (text, { facts: { evidence } }) => ({
    previous: { path: 'rem/2026-06-10-0850.org', bytes: Buffer.from(entry(text)), text: entry(text) },
    evidence,
  }),
  'the branch of what was put away': (text) => ({
    stashes: [{ name: 'stash@{0}', commit: 'a'.repeat(40), time: '2026-06-10T09:00:00.000Z', branch: text, files: 1 }],
  }),
  'a failing step': (text, { facts }) => ({
    steps: {
      ...facts.steps,
      failures: [
        { ...failure, command: text, after: [text], passedSince: [] } as unknown as Facts['steps']['failures'][number],
      ],
    },
  }),
  'a failing step, and a file that was written since': (text, { facts }) => ({
    steps: {
      ...facts.steps,
      failures: [{ ...failure, command: 'npm test', after: [], passedSince: [], changedSince: [text] } as never],
    },
  }),
  'a row of checks, of which one passed since': (text, { facts }) => ({
    steps: {
      ...facts.steps,
      failures: [{ ...failure, command: 'npm test', after: [], passedSince: [text], left: [text] } as never],
    },
  }),
  'a step that failed earlier, or elsewhere': (text, { facts }) => ({
    steps: {
      ...facts.steps,
      lastFailed: [null, text].map(
        (elsewhere) => ({ ...failure, command: text, after: [], passedSince: [text], elsewhere }) as never,
      ),
    },
  }),
  'a passing step': (text) => ({
    verified: [{ command: text, parts: [text], time: '2026-06-10T09:00:00.000Z', result: 'passed', exit: 0 } as never],
  }),
  'a prompt': (text) => ({ asked: [line(text)] }),
  'a to-do': (text) => ({ todos: [{ text: line(text), state: 'doing' }] }),
  'a setting': (text) => ({ problems: [`dreamkeeper.yaml: unknown key ${text}`] }),
  'memory of the harness': (text) => ({ harnessNotes: [{ path: 'MEMORY.md', text, by: 'agent' }] }),
  'the id of a gap': (text) => ({ trespasses: [{ path: `rem/${text}`, time: '2026-06-10T09:00:00.000Z' }] }),
};

function noted(text: string, pinned: 'verb' | null): Facts['notes'] {
  const place = { day: '2026-06-10', places: [], pinned, origin: null, time: null, concepts: [], isEcho: false };
  return notesIn(Buffer.from(`- ${line(text)}\n`)).map((note) => ({ ...note, ...place }));
}

const failure = {
  kind: 'check',
  result: 'failed',
  exit: 1,
  times: 1,
  time: '2026-06-10T09:00:00.000Z',
  hasPassed: true,
};

/** What stands outside and inside the frame of a text that an agent gets. */
function sidesOf(text: string): { readonly outside: string; readonly inside: string } {
  const intro = frameOf(code).intro;
  const open = text.indexOf(`\n<others-${code}>\n`);
  const close = text.indexOf(`\n</others-${code}>\n`);
  const marks = text.match(new RegExp(`^\\s*</?\\s*others-${code}\\s*>\\s*$`, 'gimu')) ?? [];
  if (open === -1) {
    assert.deepEqual(marks, []);
    return { outside: text, inside: '' };
  }
  assert.deepEqual(
    marks.map((mark) => mark.trim()),
    [`<others-${code}>`, `</others-${code}>`],
    text,
  );
  assert.ok(close > open);
  return {
    outside: (text.slice(0, open) + text.slice(close)).replace(intro, '').replace(`</others-${code}>`, ''),
    inside: text.slice(open, close),
  };
}

/** Everything that the text says outside of quotes, and what it quotes. */
function unquoted(outside: string): { readonly plain: string; readonly quoted: readonly string[] } {
  const quotes = /`[^`\n]*`|"(?:[^"\\\n]|\\.)*"/gu;
  return { plain: outside.replace(quotes, '""'), quoted: outside.match(quotes) ?? [] };
}

function assertSafe(told: string, { text, secret }: Hostile, at: string, longest: number): void {
  const { outside, inside } = sidesOf(told);
  const whole = oneLine(text);
  const { plain, quoted } = unquoted(outside);
  const isOrder = readsLikeOrder(whole);
  const traces = [...new Set([whole.slice(0, 40), whole.slice(-40)])].filter((part) => part.length >= 8);
  for (const part of traces) {
    assert.ok(!plain.includes(part), `${at}: outside the frame and outside of quotes: ${part}\n${told}`);
    if (isOrder) assert.ok(!told.includes(part), `${at}: an order is told: ${part}\n${told}`);
  }
  for (const quote of quoted) {
    if (quote.startsWith('`dk ')) continue;
    assert.ok(
      (quote.startsWith('"') ? String(JSON.parse(quote)) : quote.slice(1, -1)).length <= 120,
      `${at}: ${quote}`,
    );
  }
  for (const each of inside.split('\n')) assert.ok(each.length <= longest, `${at}: a line of ${each.length}`);
  if (secret !== undefined) assert.ok(!told.includes(secret), `${at}: ${secret}\n${told}`);
  assert.ok(!/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200b]/u.test(told), at);
}

test('every kind of foreign text × 60 hostile strings × every way in which an agent is told', async (t) => {
  assert.ok(hostiles.length >= 60, `${hostiles.length}`);
  const lived = await liveDay(sandbox(t), 'project', {
    shape: 'nested',
    board: '* board\n** TODO honest faq\n',
    before: { 'a.ts': 'a\n' },
    day: [{ at: '09:00', edit: 'a.ts', content: 'b\n' }],
  });
  const at = lived.at('09:00');
  const fixed = { ...at, world: { ...at.world, random: () => code } };
  const facts = await gatherFacts({ ...fixed, purpose: 'wake' });
  const agent = agentIn('', 'waldo');
  let checked = 0;
  let framed = 0;
  for (const [which, [kind, put]] of Object.entries(kinds).entries()) {
    // Half of the strings for one kind, the other half for the next.
    for (const hostile of hostiles.filter((_, index) => isFull || index % 2 === which % 2)) {
      const given: Facts = { ...facts, ...put(hostile.text, { lived, facts }) };
      const options = { isDry: true, budget: usualBudget };
      const { woken, parts } = await wakeFrom(fixed, given, options);
      const task: RunTask | undefined = kind.startsWith('a title')
        ? { title: oneLine(hostile.text), body: [hostile.text], how: 'claimed', note: hostile.text }
        : undefined;
      const request = {
        runner: {},
        cadence: { state: 'wake_add', hits: 0 },
        kind: 'add',
        prose: 'Add something good.',
      };
      const run = runPack(fixed, parts, usualBudget, 'r-aaaaaaaaaa', request, task);
      const words = othersWords([]);
      const brief = briefing(
        agent,
        { ...request, pack: run, task: task?.title ?? null, state: 'wake_add' } as never,
        { code: 'ffff', self: '.self' },
        words,
      );
      const json = JSON.stringify({ ...woken, pack: '', verdicts: [] });
      for (const [sink, told] of Object.entries({ wake: woken.pack, run, briefing: brief.first })) {
        // A task's own text and canon keep their lines, within a length of their own.
        assertSafe(told, hostile, `${kind} in ${sink}`, sink === 'wake' ? 310 : 8000);
        checked += 1;
      }
      assert.ok(woken.pack.length <= usualBudget);
      if (hostile.secret !== undefined) assert.ok(!json.includes(hostile.secret), `${kind} in JSON`);
      const said = `${woken.carry.doing ?? ''}\n${woken.carry.next}`;
      if (readsLikeOrder(oneLine(hostile.text)))
        assert.ok(!said.includes(oneLine(hostile.text).slice(0, 40)), `${kind} in the carry: ${said}`);
      if (sidesOf(run).inside !== '') framed += 1;
      // The next string comes to a clean place.
      for (const path of ['notes/2026-06-10.md', 'MEMORY.md', 'context.org']) write({ lived, facts }, path, '');
    }
  }
  assert.ok(framed > checked / 6, `${framed} of ${checked} have a frame`);
});
