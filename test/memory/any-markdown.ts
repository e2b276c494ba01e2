// Any Markdown, as people, programs and accidents leave it: every kind of block, in any order, with any line ends, broken bytes included.
import { fc } from '../drawn.ts';

const words = fc.oneof(
  fc.constantFrom(
    'ports begin at 8000',
    'never on a Friday #pin',
    'ünïcode — “quoted”',
    '**bold** `code` <b>x</b>',
    '日本語のメモ',
  ),
  fc.string({ minLength: 1, maxLength: 30 }).map((text) => text.replaceAll(/[\r\n]/gu, ' ')),
);
const lead = fc.constantFrom('', '', '', ' ', '  ', '   ', '    ', '\t', '      ');
const sign = fc.constantFrom(
  '- ',
  '* ',
  '+ ',
  '1. ',
  '2) ',
  '-\t',
  '# ',
  '## ',
  '###### ',
  '> ',
  '>',
  '',
  '',
  '',
  '| ',
  '- [ ] ',
);
const line = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(lead, sign, words).map((parts) => parts.join('')) },
  { weight: 3, arbitrary: fc.constantFrom('', '', '   ', '\t') },
  fc.constantFrom(
    '---',
    '===',
    '***',
    '- - -',
    '-',
    '*',
    '#',
    '# Pinned',
    '## pinned ##',
    '...',
    'title: x',
    '\f',
    '\u{2028}',
  ),
  fc.constantFrom(
    '```',
    '````',
    '~~~',
    '```sh',
    '  ```',
    '``` a`b',
    '<!--',
    '-->',
    '<div>',
    '</div>',
    '<script>',
    '</script>',
    '<pre>',
    '<?x',
  ),
  fc.constantFrom(
    '| a | b |',
    '|---|:-:|',
    'a | b',
    '--- | ---',
    '[x]: http://a.b',
    '[^1]: note',
    '<https://a.b>',
    '<img src=x>',
    '\\# no',
    '&amp;',
  ),
);
const bytes = fc.oneof(
  { weight: 12, arbitrary: line.map((text) => Buffer.from(text)) },
  fc.uint8Array({ maxLength: 12 }).map((given) => Buffer.from(given)),
);
const end = fc.constantFrom('\n', '\n', '\n', '\r\n', '\r\n', '\n\n', '\r');

export const anyMarkdown: fc.Arbitrary<Buffer> = fc
  .record({
    mark: fc.constantFrom('', '', '', '\u{FEFF}'),
    front: fc.constantFrom('', '', '', '---\ntitle: a\n---\n', '---\r\na: b\r\n...\r\n'),
    lines: fc.array(fc.tuple(bytes, end), { maxLength: 16 }),
    last: fc.option(bytes),
  })
  .map(({ mark, front, lines, last }) =>
    Buffer.concat([
      Buffer.from(mark + front),
      ...lines.flatMap(([text, stop]) => [text, Buffer.from(stop)]),
      last ?? Buffer.alloc(0),
    ]),
  );
