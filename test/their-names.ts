// Names that people, frameworks and attackers give to files, every one of which git can hold.
import { mkdirSync, writeFileSync } from 'node:fs';

/** Below any folder. A name that is no UTF-8 is given as bytes. */
export const theirNames: readonly (string | Buffer)[] = [
  // Of frameworks.
  ...['app/[id]/page.tsx', 'app/[...slug]/page.tsx', 'app/(shop)/layout.tsx', 'app/@modal/(.)photo/[id]/page.tsx'],
  ...['src/routes/+page.svelte', 'src/routes/+layout@.svelte', '@types/a.d.ts', 'pages/_app.tsx', 'data/_train.jsonl'],
  ...[
    'packages/a{b}/x.ts',
    'lib/$lib.ts',
    'x#y.rb',
    'C#.md',
    'C++.md',
    'a&b.txt',
    'a=b.txt',
    '100%.md',
    'why?.md',
    'a!b.md',
  ],
  // Of languages.
  ...[
    'Straße.md',
    'naïve.md',
    'nai\u0308ve.md',
    '日本語/メモ.md',
    'Ελλάδα.txt',
    'עברית.txt',
    '🌙 dream.md',
    '👩‍👩‍👧.md',
    'a\u00a0b.md',
  ],
  // Of people who hit the wrong key.
  ...[
    'with space.md',
    ' leading',
    'trailing ',
    'double  space',
    'tab\there',
    'line\nend',
    'cr\rhere',
    'a.',
    'a..b',
    '...',
    '~',
    '~backup~',
  ],
  ...[
    "it's.md",
    '"quoted".md',
    '`id`.md',
    '$(id).md',
    ';id.md',
    '|id',
    '<in>',
    'a,b.md',
    'back\\slash.md',
    'folder\nwith line end/x',
  ],
  // Of those who hope for an option, a pathspec, a revision, a ref, a device or an escape.
  ...[
    '-o',
    '--help',
    '-rf/x',
    '--upload-pack=touch x',
    ':(top)x',
    ':!x',
    ':/x',
    ':x',
    '*',
    '**/x',
    '?',
    '[a-z]',
    'a*b',
    '\\*',
  ],
  ...[
    'HEAD',
    'HEAD~1',
    'x^{tree}',
    'x^{/y}',
    '@{u}',
    'a@{1}',
    'm..n/c',
    'refs/heads/main',
    'x.lock',
    'FETCH_HEAD',
    '@',
  ],
  ...[
    'con',
    'aux.txt',
    'nul',
    'COM1',
    'a:b',
    'C:x',
    '.gitignore.bak',
    '.gitx',
    'git~2',
    '.git-x/y',
    '\u001b[31mred',
    '\u202Eevil',
    'DEL\u007f',
  ],
  ...[
    'blob abc\tx',
    '100644 blob',
    '0 0000000000000000000000000000000000000000\tx',
    'missing',
    'x missing',
    'n'.repeat(255),
  ],
  ...[
    Buffer.from('latin-\xe9.md', 'latin1'),
    Buffer.from('\xff\xfe/half-\xc3', 'latin1'),
    Buffer.from('\xe2\x82cut', 'latin1'),
  ],
  // As a surrogate half would be written, and what a decoder makes of broken bytes.
  ...[Buffer.from('\xed\xb2\x80', 'latin1'), 'really \ufffd.md'],
];

export const bytesOf = (name: string | Buffer): Buffer => (typeof name === 'string' ? Buffer.from(name) : name);

/** What stands in the file of a name: its own bytes and some that are no text, another one each time. */
export function contentFor(name: string | Buffer, time = 1): Buffer {
  return Buffer.concat([Buffer.from(`${time} `), bytesOf(name), Buffer.from([0, 0xff, 0x0d, 0x0a])]);
}

/** Puts every one of them below a folder. */
export function putTheirs(folder: string, time = 1): void {
  const at = (name: Buffer): Buffer => Buffer.concat([Buffer.from(`${folder}/`), name]);
  for (const name of theirNames) {
    const bytes = bytesOf(name);
    const end = bytes.lastIndexOf('/');
    if (end > 0) mkdirSync(at(bytes.subarray(0, end)), { recursive: true });
    writeFileSync(at(bytes), contentFor(name, time));
  }
}
