// Boards as people, agents and accidents make them: a generator whose every part has caused trouble somewhere.
import { fc } from '../drawn.ts';

const titles = fc.oneof(
  fc.constantFrom(
    '99-faq.svelte — honest faq (faqs live last; source-only commit)',
    'strategy: initial landscape report — AI app builders cohort (Lovable, v0, Cursor)',
    'non\u2011breaking\u2011hyphen title',
    '“curly” quotes and ‘single’ ones',
    'NEXT steps for onboarding',
    'DONE is a state',
    'TODO blog: twice the keyword',
    'tabs\tinside\ta title',
    'раypal clean-up',
    'paypal clean-up',
    '[1/3] progress cookie',
    'a : colon : title',
    'emoji 👩‍👩‍👧 title',
    '* star in title',
    '#+TODO: not a declaration',
    'ends with dash —',
    'same title',
    'same title',
    '',
  ),
  fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => text.replace(/[\r\n\0]/gu, ' ')),
);

const states = fc.constantFrom(
  'TODO',
  'NEXT',
  'DOING',
  'DONE',
  'CANCELLED',
  'WAITING',
  'STARTED',
  'BLOCKED',
  'CANCELED',
  '',
  'todo',
  'WIP',
);

const heading = fc
  .record({
    level: fc.integer({ min: 1, max: 7 }),
    gap: fc.constantFrom(' ', ' ', ' ', '  ', '\t', ''),
    state: states,
    priority: fc.constantFrom('', '', '', '[#A] ', '[#9] ', '[#A]', '[#aa] '),
    title: titles,
    tags: fc.constantFrom('', '', '', ' :tag:', '   :one:two_2:', '\t:été:', ' :not a tag:', ' ::'),
    end: fc.constantFrom('', '', ' ', '  \t'),
  })
  .map(
    ({ level, gap, state, priority, title, tags, end }) =>
      `${'*'.repeat(level)}${gap}${state}${state === '' ? '' : ' '}${priority}${title}${tags}${end}`,
  );

const body = fc.constantFrom(
  'prose',
  '',
  '- a dash',
  '  * an indented star',
  ':PROPERTIES:\n:AGENT: waldo\n:END:',
  ':PROPERTIES:\n:PIN: t\n:END:',
  ':PROPERTIES:\n:OWNER: team',
  ':AGENT: bare',
  '#+begin_src org\n* TODO inside a block\n** NEXT also inside\n#+end_src',
  '#+BEGIN_EXAMPLE\n* DOING shouting\n#+END_EXAMPLE',
  '#+begin_quote',
  '#+end_quote',
  '#+begin_src sh',
  '#+TODO: TODO(t) NEXT(n) DOING(d!) WAITING(w@/!) | DONE(x) CANCELLED(c)',
  'SCHEDULED: <2026-06-10 Wed>\n:PROPERTIES:\n:AGENT: planned\n:END:',
  ':END:',
  '| a | table |',
  'x\u2028** NEXT not a heading',
  'x\r** NEXT not a heading',
  '\u0000'.replace('\0', ''),
);

const line = fc.oneof({ weight: 5, arbitrary: heading }, { weight: 3, arbitrary: body });

/** Bytes that are not UTF-8, put somewhere. */
const broken = fc.constantFrom(Buffer.from([0xff]), Buffer.from([0xc3, 0x28]), Buffer.from([0x80]));

/** A board in bytes: with or without declaration, byte order mark, final newline; LF, CRLF or mixed; sometimes badly encoded. */
export const anyBoard: fc.Arbitrary<Buffer> = fc
  .record({
    bom: fc.boolean(),
    declaration: fc.constantFrom(
      '',
      '#+TODO: TODO NEXT DOING | DONE CANCELLED',
      '#+TODO: TODO | DONE',
      '#+SEQ_TODO: TODO(t) NEXT | DONE(d) CANCELLED',
      '#+todo: A B C',
    ),
    lines: fc.array(line, { maxLength: 25 }),
    lineEnd: fc.constantFrom('\n', '\n', '\r\n', 'mixed'),
    isClosed: fc.boolean(),
    broken: fc.option(broken, { freq: 4 }),
    at: fc.nat(),
  })
  .map(({ bom, declaration, lines, lineEnd, isClosed, broken: bytes, at }) => {
    const all = [...(declaration === '' ? [] : [declaration]), ...lines].join('\n').split('\n');
    const text = all
      .map(
        (each, index) =>
          each +
          (index === all.length - 1 && !isClosed
            ? ''
            : lineEnd === 'mixed'
              ? index % 2 === 0
                ? '\n'
                : '\r\n'
              : lineEnd),
      )
      .join('');
    const whole = Buffer.from((bom ? '\uFEFF' : '') + text);
    if (bytes === null) return whole;
    const cut = at % (whole.length + 1);
    return Buffer.concat([whole.subarray(0, cut), bytes, whole.subarray(cut)]);
  })
  .filter((bytes) => !bytes.includes(0) && bytes[0] !== 0xff && bytes[0] !== 0xfe);
