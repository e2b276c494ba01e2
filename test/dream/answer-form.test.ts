// Answers in every form they come in: read as they are, or not at all.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answerSchema, readAnswer } from '../../src/dream/answer-form.ts';
import { fc } from '../drawn.ts';
import { times } from '../share.ts';
import { asObject, asOrg, honest } from './hostile-answers.ts';

const code = 'aabbccddeeff0011';
const draft = honest({ code, id: () => '' });
const org = asOrg(draft);
const json = JSON.stringify(asObject(draft));
const reasonOf = (text: string): string | undefined => {
  const read = readAnswer(text, code);
  return read.kind === 'malformed' ? read.reason : undefined;
};

describe('an answer', () => {
  test('says the same in org and in JSON', () => {
    const [one, other] = [readAnswer(org, code), readAnswer(json, code)];
    assert.ok(one.kind === 'answer' && other.kind === 'answer');
    assert.deepEqual({ ...one.answer, verdicts: [] }, { ...other.answer, verdicts: [] });
    assert.deepEqual(
      [one, other].map(({ answer }) => answer.verdicts.map(({ verb }) => verb)),
      [['keep course'], ['keep course']],
    );
  });
  for (const [name, text] of [
    ['an outer fence', `\`\`\`org\n${org}\n\`\`\``],
    ['an outer fence around JSON', `\n\`\`\`json\n${json}\n\`\`\`\n`],
    ['CR LF', org.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\uFEFF${org}`],
    ['no code in org', org.replace(/^.*\n/u, '')],
  ] as const)
    test(`is read with ${name}`, () => assert.equal(reasonOf(text), undefined));
  for (const [name, text, why] of [
    ['nothing in it', ' \n', /empty/u],
    ['another code', org.replace(code, '0011'), /another question/u],
    ['a second code', `#+FOR: 0011\n${org}`, /another question/u],
    ['a second code behind U+2028', org.replace('\n', '\u2028#+for: 0011\n'), /another question/u],
    ['another code in JSON', json.replace(code, '0011'), /another question/u],
    ['a missing heading', org.replace('* goals\n', ''), /"goals" is missing/u],
    ['a heading twice', org.replace('* goals\n', '* goals\n* goals\n'), /twice/u],
    [
      'headings in another order',
      org.replace('* goals', '* x').replace('* fears', '* goals').replace('* x', '* fears'),
      /missing|place/u,
    ],
    ['one more heading', `${org}* more\n`, /none of the six/u],
    ['words before it', `Sure.\n${org}`, /before the first heading/u],
    ['an empty tale', org.replace(draft.tale, ''), /nothing below it/u],
    ['one more key', json.replace('{', '{"more":1,'), /^the whole: Unrecognized key: "more"$/u],
    ['__proto__', json.replace('{', '{"__proto__":{"a":1},'), /./u],
    ['a key twice', json.replace('{', '{"tale":"x",'), /"tale" stands there twice/u],
    ['a key twice, in disguise', json.replace('{', '{"t\\u0061le":"x",'), /"tale" stands there twice/u],
    [
      'a move of its own',
      json.replace('"keep course"', '"delete"'),
      /\.move: Invalid option: expected one of "pick up"/u,
    ],
    ['half of JSON', json.slice(0, -3), /none/u],
    ['a broken character in a verdict', json.replace('the faq is under way', '\\ud800'), /broken/u],
    ['a tale without an end', org.replace(draft.tale, 'word '.repeat(5000)), /too much/u],
    ['hundreds of verdicts', org.replace('* verdicts\n', `* verdicts\n${'- keep course\n'.repeat(300)}`), /too much/u],
    ['more than an entry may have', org + ' '.repeat(300_000) + 'x'.repeat(300_000), /bytes/u],
  ] as const)
    test(`is not read with ${name}`, () => assert.match(reasonOf(text) ?? '', why));
  test('with __proto__ changes nothing for anybody', () => {
    readAnswer(json.replace('{', '{"__proto__":{"polluted":1},'), code);
    assert.equal(({} as { polluted?: number }).polluted, undefined);
  });
  test('is asked for in the form in which it is read', () => {
    assert.deepEqual(
      Object.keys(answerSchema().properties as object).toSorted(),
      Object.keys(asObject(draft)).toSorted(),
    );
  });
  test('may be anything: it is read or rejected in words, soon', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc
        .array(
          fc.constantFrom('* tale\n', '* goals\n', '* carry\n', '- ', '```\n', '{', '"', '\u2028', ':END:\n', 'x'),
          { maxLength: 60 },
        )
        .map((parts) => parts.join('')),
      fc
        .tuple(fc.nat({ max: org.length }), fc.string({ unit: 'binary', maxLength: 9 }))
        .map(([at, more]) => org.slice(0, at) + more + org.slice(at)),
    );
    fc.assert(
      fc.property(text, (given) => {
        const read = readAnswer(given, code);
        assert.ok(
          read.kind === 'answer'
            ? read.answer.tale.trim() !== ''
            : read.reason.trim() !== '' && read.reason.length < 300,
        );
      }),
      { numRuns: times(2000), seed: 20261116 },
    );
  });
});
