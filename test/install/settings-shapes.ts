// Settings files as people have them, and any other that could be: texts to install into and to come back to.
import { fc } from '../drawn.ts';

export interface Shape {
  readonly name: string;
  readonly text: string;
  /** What comes back if nobody noted what was there before, where that cannot be the same. */
  readonly withoutNotes?: string;
}

const theirs = '{ "type": "command", "command": "say done" }';

export const shapes: readonly Shape[] = [
  { name: 'usual', text: '{\n  "permissions": {\n    "allow": ["Bash(ls:*)"]\n  },\n  "model": "opus"\n}\n' },
  {
    name: 'comments',
    text: '// mine\n{\n  // first\n  "model": "opus", // why not\n  /* "x": 1, */\n  "env": {} // last\n  // the end\n}\n// after\n',
  },
  { name: 'tabs', text: '{\n\t"model": "opus",\n\t"env": {\n\t\t"A": "\\t1"\n\t}\n}\n' },
  { name: 'three spaces', text: '{\n   "model": "opus"\n}\n' },
  { name: 'no indentation', text: '{\n"model": "opus",\n"env": {\n"A": "1"\n}\n}\n' },
  {
    name: 'CRLF',
    text: '{\r\n  "model": "opus",\r\n  "hooks": {\r\n    "Stop": [\r\n      {}\r\n    ]\r\n  }\r\n}\r\n',
  },
  { name: 'no final newline', text: '{\n  "model": "opus"\n}' },
  { name: 'byte order mark', text: '\uFEFF{\n  "model": "opus"\n}\n' },
  { name: 'one line', text: '{"model":"opus","env":{"A":"1"}}' },
  { name: 'one line with spaces', text: '{ "model": "opus", "env": { "A": "1" } }\n' },
  { name: 'one line with a comment', text: '{"model":"opus" /* best */}\n' },
  { name: 'one line and a comment behind', text: '{ "model": "opus" // best\n}\n' },
  {
    name: 'trailing commas',
    text: '{\n  "model": "opus",\n  "hooks": {\n    "Stop": [\n      { "hooks": [] },\n    ],\n  },\n}\n',
  },
  {
    name: 'other hooks in the same events',
    text: `{\n  "hooks": {\n    "Stop": [\n      {\n        "hooks": [\n          ${theirs}\n        ]\n      }\n    ],\n    "PreToolUse": [{ "matcher": "Bash", "hooks": [${theirs}] }],\n    "SessionStart": [{"hooks":[${theirs}]},  {"matcher": "resume","hooks":[${theirs}]}]\n  },\n  "model": "opus"\n}\n`,
  },
  {
    name: 'all on the brace’s line',
    text: `{ "model": "opus",\n  "hooks": { "Stop": [ { "hooks": [ ${theirs} ] } ] } }\n`,
  },
  { name: 'comments where hooks would be', text: '{\n  "hooks": {\n    // none so far\n  }\n}\n' },
  {
    name: 'unknown things',
    text: '{\n  "hooks": {\n    "Someday": {"a": [1]},\n    "Stop": [7, "x", {"hooks": 3}]\n  },\n  "": null\n}\n',
  },
  { name: 'spaced out', text: '\n\n{\n\n  "model" : "opus" ,\n\n\n  "z" : [ ]\n\n}\n\n\n' },
  { name: 'empty object', text: '{}' },
  { name: 'empty object with room', text: '{\n}\n', withoutNotes: '{}\n' },
  { name: 'empty hooks', text: '{\n  "a": 1,\n  "hooks": { }\n}\n', withoutNotes: '{\n  "a": 1\n}\n' },
  { name: 'a comment in braces', text: '{ /* nothing */ }\n', withoutNotes: '{ /* nothing */\n}\n' },
  {
    name: 'empty list',
    text: '{\n  "hooks": {\n    "Stop": [ ],\n    "Other": []\n  }\n}\n',
    withoutNotes: '{\n  "hooks": {\n    "Other": []\n  }\n}\n',
  },
  { name: 'empty file', text: '', withoutNotes: '{}\n' },
  { name: 'only blanks', text: ' \n', withoutNotes: '{}\n' },
  { name: 'only a comment', text: '// nothing yet', withoutNotes: '// nothing yet\n{}\n' },
];

const word = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('model', 'env', 'a // b', '/* c */', '}', ',', '"', '\\', 'ä', '😀', 'PATH=$X'),
);
const command = fc.record({ type: fc.constant('command'), command: word });
const group = fc.record({ matcher: word, hooks: fc.array(command, { maxLength: 2 }) }, { requiredKeys: ['hooks'] });
const event = fc.constantFrom('SessionStart', 'Stop', 'PostToolUse', 'SessionEnd', 'PreToolUse', 'Notification');
const hooks = fc.dictionary(event, fc.array(group, { maxLength: 3 }), { maxKeys: 4 });
const rest = fc.dictionary(
  word.filter((name) => name !== 'hooks' && name !== '__proto__'),
  // The library that reads it back here gives no object a key of this name; the text keeps it.
  fc.jsonValue({ maxDepth: 2 }).filter((value) => !JSON.stringify(value).includes('__proto__')),
  { maxKeys: 4 },
);

/** Any settings: other people's hooks, and whatever else. */
export const anySettings: fc.Arbitrary<Record<string, unknown>> = fc
  .record({ hooks: fc.option(hooks, { nil: undefined }), rest, isFirst: fc.boolean() })
  .map((each) => {
    const own = each.hooks === undefined ? {} : { hooks: each.hooks };
    // Through text and back: what a file cannot hold (-0, names in an odd order) is not meant.
    return JSON.parse(JSON.stringify(each.isFirst ? { ...own, ...each.rest } : { ...each.rest, ...own })) as Record<
      string,
      unknown
    >;
  });

export interface Style {
  readonly indent: string;
  readonly eol: string;
  readonly colon: string;
  readonly comma: string;
  readonly isOneLine: boolean;
  readonly hasTrailingCommas: boolean;
  readonly mark: string;
  readonly end: string;
  /** Which of the places between values get a comment. */
  readonly comments: readonly number[];
}

export const anyStyle: fc.Arbitrary<Style> = fc.record({
  indent: fc.constantFrom('', ' ', '  ', '   ', '    ', '\t', '\t\t', ' \t'),
  eol: fc.constantFrom('\n', '\r\n'),
  colon: fc.constantFrom(':', ': ', ' : ', ':  '),
  comma: fc.constantFrom('', ' '),
  isOneLine: fc.boolean(),
  hasTrailingCommas: fc.boolean(),
  mark: fc.constantFrom('', '', '\uFEFF'),
  end: fc.constantFrom('', 'eol', 'eoleol'),
  comments: fc.array(fc.nat({ max: 9 }), { minLength: 1, maxLength: 30 }),
});

/** Prints settings in a style, with a comment here and there. */
export function printed(settings: unknown, style: Style): string {
  let at = 0;
  const remark = (): string => {
    at += 1;
    const what = style.comments[at % style.comments.length];
    if (what === 0) return ' /* a , } ] */';
    return what === 1 && !style.isOneLine ? ' // said "so", {' : '';
  };
  const print = (value: unknown, deep: string): string => {
    if (value === null || typeof value !== 'object') return JSON.stringify(value);
    const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
    const below = deep + style.indent;
    const items = Array.isArray(value)
      ? value.map((each) => print(each, below))
      : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}${style.colon}${print(each, below)}`);
    if (items.length === 0) {
      const said = remark();
      return `${open}${said}${said.includes('//') ? style.eol + deep : ''}${close}`;
    }
    const trailing = style.hasTrailingCommas ? ',' : '';
    if (style.isOneLine)
      return `${open}${items.map((item, index) => `${item}${index < items.length - 1 ? ',' : trailing}${remark()}`).join(style.comma)}${close}`;
    const lines = items.map((item, index) => `${below}${item}${index < items.length - 1 ? ',' : trailing}${remark()}`);
    return `${open}${remark()}${style.eol}${lines.join(style.eol)}${style.eol}${deep}${close}`;
  };
  return style.mark + print(settings, '') + style.end.replaceAll('eol', style.eol);
}
