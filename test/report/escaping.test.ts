// Whatever others wrote, it stays text: random and hostile texts in every field of a page, on a terminal and in JSON.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { tellMorning } from '../../src/cli/tell-report.ts';
import { escaped, html } from '../../src/report/markup.ts';
import { morningPage, weekPage } from '../../src/report/report.ts';
import { printSafe } from '../../src/text/text.ts';
import type { Morning, Week } from '../../src/verbs/verbs.ts';
import { fc } from '../drawn.ts';
import { root } from '../sandbox.ts';
import { times } from '../share.ts';
import { hostile, payloads, skeletonOf } from './hostile.ts';
import { shownOn } from './told.ts';

const morning = JSON.parse(readFileSync(join(root, 'test/report/golden/morning.json'), 'utf8')) as Morning;
const week = JSON.parse(readFileSync(join(root, 'test/report/golden/week.json'), 'utf8')) as Week;
const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.constantFrom(...payloads));

function unescaped(text: string): string {
  const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/gu, (_, name: string) => named[name] ?? '');
}

test('what is escaped has no sign of markup left, and reads as it did', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const made = escaped(text);
      assert.doesNotMatch(made, /[<>"']/u);
      assert.equal(unescaped(made), printSafe(text));
    }),
    { numRuns: times(4000) },
  );
});

test('a template escapes what is put into it, and nothing twice', () => {
  const inner = html`<b>${'<i>'}</b>`;
  assert.equal(
    html`<p title="${'"x"'}">${inner}${['&', inner]}</p>`.markup,
    '<p title="&quot;x&quot;"><b>&lt;i&gt;</b>&amp;<b>&lt;i&gt;</b></p>',
  );
});

/** Backticks make code of what is between them, which is an element more, and what is empty is not shown; all else changes no element. */
const withoutTicks = anyText.map((text) => `x${text.replaceAll('`', '')}`);

test('no text in any field of a page changes its elements or their attributes', () => {
  const pages = (text: (at: number) => string): string[][] =>
    [morningPage(hostile(morning, text)), weekPage(hostile(week, text))].map(skeletonOf);
  const expected = pages(() => 'plain');
  assert.ok(expected.every(({ length }) => length > 100));
  fc.assert(
    fc.property(fc.array(withoutTicks, { minLength: 1, maxLength: 8 }), (texts) => {
      assert.deepEqual(
        pages((at) => texts[at % texts.length] ?? ''),
        expected,
      );
    }),
    { numRuns: times(400) },
  );
});

test('on a terminal no such text acts, and in a pipe neither', () => {
  for (const isTerminal of [true, false]) {
    const shown = shownOn(
      (terminal) =>
        tellMorning(
          hostile(morning, (at) => payloads[at % payloads.length] ?? ''),
          terminal,
        ),
      { isTerminal, env: { NO_COLOR: '1' } },
    );
    assert.doesNotMatch(shown, /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B\u202A-\u202E\u2066-\u2069\uFEFF]/u);
  }
});
