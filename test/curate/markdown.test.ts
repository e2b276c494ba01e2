// Any Markdown: an operation leaves every entry that it does not name, and every byte between them, as it is, or is not done at all.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { carriedOut, type Step } from '../../src/curate/carried-out.ts';
import type { Held } from '../../src/curate/held.ts';
import { DreamkeeperError } from '../../src/errors/errors.ts';
import { entriesIn, memoriesIn, memoryPath } from '../../src/memory/memory.ts';
import { decodeUtf8 } from '../../src/text/text.ts';
import { fc } from '../drawn.ts';
import { anyMarkdown } from '../memory/any-markdown.ts';
import { root } from '../sandbox.ts';
import { dice } from './drawn-proposals.ts';

function heldOf(content: Uint8Array): Held[] {
  return memoriesIn(memoryPath, content).flatMap((each): Held[] => {
    const bytes = Buffer.from(content.subarray(each.from, each.to));
    const raw = decodeUtf8(bytes).replace(/\r?\n$/u, '');
    if (!Buffer.from(decodeUtf8(bytes)).equals(bytes)) return [];
    const about = { id: each.id, sha256: each.sha256, text: each.text, raw, section: each.section, from: each.from };
    return [
      {
        ...about,
        origin: 'agent',
        time: null,
        day: null,
        isOurs: true,
        isElsewhere: false,
        isPlain: !raw.includes('\n'),
      },
    ];
  });
}

const rawsIn = (content: Uint8Array): string[] =>
  entriesIn(content).map(({ from, to }) =>
    Buffer.from(content.subarray(from, to))
      .toString('latin1')
      .replace(/\r?\n$/u, ''),
  );

const latin = (text: string): string => Buffer.from(text).toString('latin1');

/** Whether it was done; throws if anything else changed. */
function isDoneWell(content: Uint8Array, step: Step): boolean {
  let after: Uint8Array;
  try {
    after = carriedOut(content, [step]);
  } catch (error) {
    if (error instanceof DreamkeeperError && error.code === 'E_CONFLICT') return false;
    throw error;
  }
  const now = rawsIn(after);
  const froms = new Set(step.takes.map(({ from }) => from));
  const places = entriesIn(content).map(({ from }) => from);
  const stays = rawsIn(content).filter((_, at) => !froms.has(places[at] ?? -1));
  const { brings } = step;
  if (brings === undefined) assert.deepEqual(now, stays);
  else {
    // Of several that read like it, one of them came.
    const isIt = (at: number): boolean => now[at] === latin(brings) && isSame(now.toSpliced(at, 1), stays);
    assert.ok(
      now.some((_, at) => isIt(at)),
      'what it brings is an entry of its own, and the others are as they were',
    );
  }
  return true;
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((each, at) => each === others[at]);

/** Each kind of operation on some of the entries. */
function stepsOn(held: readonly Held[], pick: (most: number) => number): Step[] {
  const [one, other] = [held[pick(held.length)], held[pick(held.length)]];
  if (one === undefined || other === undefined) return [];
  const steps: Step[] = [{ takes: [one], brings: undefined, behind: undefined }];
  const isSingle = one.isPlain && /^[-*+] \S/u.test(one.raw);
  if (isSingle) steps.push({ takes: [one], brings: '- quite other words 4711', behind: undefined });
  if (one !== other && one.raw !== other.raw) {
    steps.push({ takes: [one, other].toSorted((a, b) => a.from - b.from), brings: one.raw, behind: undefined });
    if (/^[-*+] \S/u.test(other.raw)) steps.push({ takes: [], brings: '- a pattern 4711', behind: other });
  }
  return steps.map((step) => ({
    ...step,
    takes: step.takes.toSorted((a, b) => Number(b.raw === step.brings) - Number(a.raw === step.brings)),
  }));
}

test('any Markdown', (t) => {
  const counts = { done: 0, not: 0 };
  fc.assert(
    fc.property(anyMarkdown, fc.array(fc.nat(), { minLength: 2, maxLength: 2 }), (content, rolls) => {
      let at = 0;
      for (const step of stepsOn(heldOf(content), (most) => (rolls[at++ % 2] ?? 0) % Math.max(1, most)))
        counts[isDoneWell(content, step) ? 'done' : 'not'] += 1;
    }),
    { numRuns: 1500 },
  );
  t.diagnostic(JSON.stringify(counts));
  assert.ok(counts.done > counts.not);
});

test('every Markdown file in node_modules', (t) => {
  const files = globSync('node_modules/**/*.{md,markdown}', { cwd: root });
  const counts = { files: files.length, done: 0, not: 0 };
  for (const [index, file] of files.entries()) {
    const content = readFileSync(join(root, file));
    if (content.length > 200_000) continue;
    const roll = dice(index);
    for (const step of stepsOn(heldOf(content), (most) => roll(Math.max(1, most))))
      counts[isDoneWell(content, step) ? 'done' : 'not'] += 1;
  }
  t.diagnostic(JSON.stringify(counts));
  assert.ok(files.length > 50 && counts.done > 50);
});
