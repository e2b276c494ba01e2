// A line put back from the archive: below the very heading it stood under, and never below another one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entriesIn, pathOf, withRestored } from '../../src/memory/memory.ts';
import { fc } from '../drawn.ts';

const two =
  '# Production\n\n## Ports\n\n- 80 is open\n\n# Staging\n\n## Ports\n\n- 8080 is open\n\n# End\n\n- the last\n';
const after = (content: string, section: string, text: string): string =>
  Buffer.from(withRestored(Buffer.from(content), section, text).content).toString();

test('of two headings of the same name it is the one below the same others', () => {
  assert.equal(
    after(two, 'Production › Ports', '- 443 is open'),
    two.replace('- 80 is open\n', '- 80 is open\n- 443 is open\n'),
  );
  assert.equal(
    after(two, 'Staging › Ports', '- 443 is open'),
    two.replace('- 8080 is open\n', '- 8080 is open\n- 443 is open\n'),
  );
});

test('what an earlier version kept only by its last title goes below that heading if there is one such, and else to the end', () => {
  assert.equal(after(two, 'End', '- more'), `${two}- more\n`);
  const { content, isElsewhere } = withRestored(Buffer.from(two), 'Ports', '- 443 is open');
  assert.equal(Buffer.from(content).toString(), `${two}\n## Ports\n\n- 443 is open\n`);
  assert.equal(isElsewhere, true);
  assert.equal(after(two, 'Production › Gone', '- x'), `${two}\n## Gone\n\n- x\n`);
  assert.equal(
    after(`${two}\n# Production\n\n## Ports\n\n- 22\n`, 'Production › Ports', '- 443').endsWith(
      '\n## Ports\n\n- 443\n',
    ),
    true,
  );
});

test('what stood below no heading goes before the first', () => {
  assert.equal(after(`- a\n\n${two}`, '', '- b'), `- a\n- b\n\n${two}`);
  assert.equal(after(two, '', '- b'), `- b\n\n${two}`);
  assert.equal(after('', '', '- b'), '- b\n');
  assert.equal(after('- a', '', '- b'), '- a\n- b\n');
});

test('what stands there already is not put there twice', () => {
  const { isThere, content } = withRestored(Buffer.from(two), 'Staging › Ports', '- 8080 is open');
  assert.equal(isThere, true);
  assert.equal(Buffer.from(content).toString(), two);
});

const title = fc.constantFrom('Ports', 'Staging', 'A · b', 'c › d', 'Never');
const line = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 3 }), title).map(([level, name]) => `${'#'.repeat(level)} ${name}\n`),
  fc.constantFrom('- one\n', '- two\n  more\n', 'a paragraph\n', '\n', '1. first\n', '> quoted\n', '```\ncode\n```\n'),
);

test('in any file it lands below its own titles or below a heading of its own, and no other entry moves', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 14 }), fc.nat(), fc.boolean(), (lines, seed, isItem) => {
      const content = lines.join('');
      const before = entriesIn(Buffer.from(content));
      const above = before.length === 0 ? [] : (before[seed % before.length]?.section ?? []);
      const text = isItem ? '- put back' : 'Put back, all of it.';
      const { content: bytes, isElsewhere } = withRestored(Buffer.from(content), pathOf(above), text);
      const now = entriesIn(bytes);
      const found = now.find((each) => each.text === text.replace(/^- /u, ''));
      assert.notEqual(found, undefined, Buffer.from(bytes).toString());
      if (!isElsewhere) assert.equal(pathOf(found?.section ?? []), pathOf(above));
      const others = now
        .filter((each) => each !== found)
        .map(({ text: said, section }) => `${said}|${section.join('/')}`);
      for (const each of before) assert.ok(others.includes(`${each.text}|${each.section.join('/')}`), each.text);
    }),
    { numRuns: 1000 },
  );
});
