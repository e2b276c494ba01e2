// Any file of notes, as people and programs leave them: code, prose and sections between bullets, the same words twice.
import { fc } from '../drawn.ts';

const words = fc.oneof(
  fc.constantFrom('ports begin at 8000', 'ports begin at 8000 #pin', 'Ports  begin at 8000', 'ünïcode — “note”'),
  fc.string({ minLength: 1, maxLength: 40 }).map((text) => text.replaceAll(/[\r\n]/gu, ' ')),
);
const bullet = fc.tuple(fc.constantFrom('- ', '* ', '+ ', '-\t'), words).map((parts) => parts.join(''));
const piece = fc.oneof(
  { weight: 6, arbitrary: bullet },
  fc.constantFrom('', '  - more of it', '\tand more', '# Pinned', '## a day', '---', ' one blank', 'prose of a person'),
  fc.constantFrom('```', '````', '~~~', '```sh', '  ```'),
);
/** Lines of a person: any ends, also none at the last, and in front perhaps a byte order mark. */
export const anyNotes: fc.Arbitrary<Buffer> = fc
  .record({
    lines: fc.array(fc.tuple(piece, fc.constantFrom('\n', '\r\n')), { maxLength: 14 }),
    last: fc.option(piece),
    mark: fc.constantFrom('', '\u{FEFF}'),
  })
  .map(({ lines, last, mark }) => Buffer.from(`${mark}${lines.flat().join('')}${last ?? ''}`));
