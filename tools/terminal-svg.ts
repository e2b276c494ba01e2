// A recording drawn as a terminal window: one SVG that moves by style rules alone, and stands still for whoever asks for that.
import type { Shown } from './recording.ts';

const columns = 100;
const advance = 8.43;
const lineHeight = 20;
const gapHeight = 12;
const left = 24;
const top = 66;
const width = Math.round(columns * advance) + 2 * left;

const title = 'npm start (an excerpt)';

const style = `
svg { --back: #fbfaf8; --bar: #f0eeea; --edge: #d9d5ce; --ink: #33312d; --soft: #726d64; --words: #6b3fa0; --good: #1f6f43; --mark: #8a5a00 }
@media (prefers-color-scheme: dark) {
  svg { --back: #1c1b22; --bar: #26252e; --edge: #3a3844; --ink: #dcd9e2; --soft: #9a96a6; --words: #c3a6f0; --good: #8fd0a6; --mark: #e3bd72 }
}
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace; fill: var(--ink); white-space: pre }
.window { fill: var(--back); stroke: var(--edge) }
.bar { fill: var(--bar) }
.bar-edge { stroke: var(--edge) }
.dot { fill: var(--edge) }
.title, .soft { fill: var(--soft) }
.words { fill: var(--words) }
.command { font-weight: 600 }
.good { fill: var(--good) }
.mark { fill: var(--mark) }
@media (prefers-reduced-motion: no-preference) {
  .line { animation: appear 0.35s ease-out both }
  .typed { animation: type 1s both }
}
@keyframes appear { from { opacity: 0 } }
@keyframes type { from { clip-path: inset(0 100% 0 0) } to { clip-path: inset(0 0 0 0) } }
`;

export function terminalSvg(shown: readonly Shown[]): string {
  let y = top;
  const drawn: string[] = [];
  for (const line of shown) {
    if (line.kind === 'gap') {
      y += gapHeight;
      continue;
    }
    const pieces = wrapped(line.text);
    const texts = pieces.map(({ indent, text }, index) => {
      const at = { x: rounded(left + indent * advance), y: y + index * lineHeight };
      return `<text x="${at.x}" y="${at.y}" class="${classOf(line)}">${escaped(text)}</text>`;
    });
    y += pieces.length * lineHeight;
    drawn.push(`<g ${moving(line)}>${texts.join('')}</g>`);
  }
  const height = y + 8;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title told">`,
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="told">${escaped(shown.map(({ text }) => text).join('\n'))}</desc>`,
    `<style>${style}</style>`,
    `<rect class="window" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="9"/>`,
    `<path class="bar" d="M1 36V10a9 9 0 0 1 9-9H${width - 10}a9 9 0 0 1 9 9V36Z"/>`,
    `<path class="bar-edge" d="M1 36.5H${width - 1}"/>`,
    ...[22, 42, 62].map((x) => `<circle class="dot" cx="${x}" cy="18.5" r="6"/>`),
    `<text class="title" x="${width / 2}" y="23" text-anchor="middle">${escaped(title)}</text>`,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}

/** A command is typed; all else appears. */
function moving({ kind, text, at }: Shown): string {
  if (kind !== 'command') return `class="line" style="animation-delay:${at}ms"`;
  const typing = `animation-delay:${at}ms;animation-duration:${text.length * 55}ms;animation-timing-function:steps(${text.length})`;
  return `class="typed" style="${typing}"`;
}

function classOf({ kind, text }: Shown): string {
  if (kind !== 'output') return kind;
  const line = text.trimStart();
  if (/^\* |^\d+ calls/u.test(line)) return 'output soft';
  if (/^✓ |^promoted |^- verified|^- `.*ended with 0$|→ NEXT$/u.test(line)) return 'output good';
  return /^Check again|^- ~~|\(exit 1\)$/u.test(line) ? 'output mark' : 'output';
}

/** At words, with what follows below the beginning of its line. */
function wrapped(line: string): { readonly indent: number; readonly text: string }[] {
  const first = line.length - line.trimStart().length;
  const pieces: { indent: number; text: string }[] = [];
  let rest = line.trim();
  while (rest !== '') {
    const indent = pieces.length === 0 ? first : first + (line.startsWith('- ', first) ? 2 : 0);
    const room = columns - indent;
    const cut = rest.length <= room ? rest.length : rest.lastIndexOf(' ', room);
    const end = cut <= 0 ? room : cut;
    pieces.push({ indent, text: rest.slice(0, end) });
    rest = rest.slice(end).trimStart();
  }
  return pieces;
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
