// The demo as a recording: its most telling lines, each with the moment at which it appears. The same demo gives the same recording.

export interface Shown {
  readonly kind: 'words' | 'command' | 'output' | 'gap';
  readonly text: string;
  /** When it appears, in milliseconds from the beginning. */
  readonly at: number;
}

interface Scene {
  /** A piece of the sentence that the demo begins this part with. */
  readonly begins: string;
  /** The beginnings of the lines that are kept, in their order. */
  readonly keeps: readonly string[];
}

const scenes: readonly Scene[] = [
  {
    begins: 'each tool call is one private line',
    keeps: ['$ dk steps', '*bash node check.mjs (exit 1)', '*edit pages/comparison', '12 calls'],
  },
  {
    begins: 'One night, one commit',
    keeps: ['$ dk sleep', '$ dk journal', 'Added "how it works"', '- pick up', '- next action', '- verified'],
  },
  {
    begins: 'The next session has only this to read',
    keeps: [
      '$ dk wake',
      'Good morning',
      'Next action',
      'Verified, need',
      '- `node check.mjs`',
      'The last dream moved',
      '- "comparison table',
    ],
  },
  {
    begins: 'In the morning you ask',
    keeps: [
      '$ dk report',
      'A journal entry was written',
      'one, the activity',
      'moved.',
      'Nothing waits',
      'To take the night back',
      'promoted',
      'merged',
      'archived: Before every',
      'n-',
      '✓ protected',
      '✓ kept',
      'None: no model',
    ],
  },
  { begins: 'One command takes the whole night back', keeps: ['$ dk undo last', 'Taken back'] },
];

/** What the demo printed, cut to these scenes. A line that is no longer printed is an error: a recording shows what there is. */
export function recordingOf(printed: string): Shown[] {
  const parts = printed.split('\n\n').map((part) => part.trim().split('\n'));
  const shown: Shown[] = [];
  let at = 300;
  const show = (kind: Shown['kind'], text: string, takes: number): void => {
    shown.push({ kind, text, at });
    at += takes;
  };
  for (const { begins, keeps } of scenes) {
    const [words = '', ...lines] = parts.find(([first]) => first?.includes(begins) === true) ?? [];
    if (words === '') throw new Error(`the demo has no part that says "${begins}"`);
    if (shown.length > 0) show('gap', '', 0);
    // A person needs the time to read a sentence, and to see a command typed.
    show('words', words, 1200 + words.length * 22);
    for (const line of keptOf(lines, keeps))
      if (line.startsWith('$ ')) show('command', line, 500 + line.length * 55);
      else show('output', line, 180);
    at += 1600;
  }
  return shown;
}

function keptOf(lines: readonly string[], keeps: readonly string[]): string[] {
  let from = 0;
  return keeps.map((keep) => {
    const found = lines.findIndex((line, index) => index >= from && isLike(line, keep));
    if (found === -1) throw new Error(`the demo no longer prints "${keep}" there`);
    from = found + 1;
    return normal(lines[found] ?? '');
  });
}

/** A star stands for a time. */
function isLike(line: string, keep: string): boolean {
  const text = keep.startsWith('*') && !keep.startsWith('* ') ? line.replace(/^.*?\d\d:\d\d\s+/u, '*') : line;
  return text.trimStart().startsWith(keep);
}

/** Times and names of commits differ in each run. Of the tale the first sentence is enough. */
function normal(line: string): string {
  return line
    .replace(/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{4}-\d\d-\d\d/u, 'Mon 2026-06-15')
    .replace(/\b\d{4}-\d\d-\d\d(?= \d\d:\d\d)/u, '2026-06-15')
    .replace(/(?<=2026-06-15 )\d\d:\d\d/u, '10:30')
    .replace(/(?<= at )[\da-f]{7,}\b/u, '4f620ed')
    .replaceAll(/\b([nw])-[a-z2-7]{10}\b/gu, '$1-5kq2m9x7ab')
    .replace(/ It took .*$/u, '')
    .replace(/(?<=^ *Taken back n-\w+) .*$/u, ', and what the wake after it did. […]')
    .replace(/(?<=^ {2}Added "how it works".*? notes\.) .*$/u, ' […]');
}
