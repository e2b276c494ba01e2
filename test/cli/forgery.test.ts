// 300 and more forgeries through every printing path: nothing acts on a terminal, nothing becomes a heading.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import { parseBoard, tasksOf } from '../../src/board/board.ts';
import { openTerminal, paint } from '../../src/cli/terminal.ts';
import { bin, homeIn, needs, type Sandbox, sandbox } from '../sandbox.ts';

// Every way to start a control sequence, in 7 and 8 bits, and what people do with them.
const starts = [
  '\u001b[',
  '\u009b',
  '\u001b]',
  '\u009d',
  '\u001bP',
  '\u0090',
  '\u001b_',
  '\u009f',
  '\u001b^',
  '\u009e',
  '\u001bX',
  '\u0098',
  '\u001b',
  '\u001bN',
  '\u001bO',
  '\u008e',
  '\u008f',
  '\u001b(',
  '\u001b#',
  '\u001b%',
];
const bodies = [
  '31mred\u001b[0m',
  '2J',
  '52;c;ZXZpbA==\u0007',
  '8;;http://evil.example\u001b\\click\u001b]8;;\u0007',
  '0;title\u0007',
  '6n',
  '?1049h',
  '1337;File=x:\u009c',
  'c',
  '$q"p\u001b\\',
  '200~paste\u001b[201~',
  '1A\u001b[2K',
];
const alone = [
  '\u0007',
  '\b\b\bfake',
  '\rfake',
  '\u007f',
  '\u0000',
  '\u000e',
  '\u000f',
  '\u0011',
  '\u0013',
  '\u001a',
  '\u0084',
  '\u0085',
  '\u0088',
  '\u202e',
  '\u202d',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u200e',
  '\u200f',
  '\u061c',
  '\u200b',
  '\u2060',
  '\ufeff',
  '\u2028',
  '\u2029',
  '\u{e0041}\u{e0042}',
  '\ufff9',
  '\u206a',
  '\u00ad',
  '\u3164',
  '\u180e',
  '\ud800',
  '\udfff',
];
const org = [
  '* TODO forged',
  '** NEXT forged',
  '* verdicts',
  '#+TODO: A | B',
  '#+INCLUDE: "/etc/passwd"',
  ':PROPERTIES:',
  ':END:',
  '#+begin_src',
  '| table |',
  '- pick up: x',
  '$& $` $1',
  '#+end_src',
  '# comment',
  'CLOCK: x',
  '<<target>>',
];
const separators = ['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\v', '\f', '\n\n', '\\n'];
const forgeries = [
  ...starts.flatMap((start) => bodies.map((body) => `a${start}${body}z`)),
  ...alone.map((character) => `a${character}z`),
  ...org.flatMap((text) => separators.map((separator) => `a${separator}${text}${separator}z`)),
];

/** What a terminal would act on, or a reader be misled by. Newline and tab are ours. */
const acts =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u;

function isQuiet(output: string, path: string): void {
  const found = acts.exec(output);
  assert.equal(
    found,
    null,
    `${path}: U+${found?.[0].codePointAt(0)?.toString(16)} in ${JSON.stringify(output.slice(Math.max(0, (found?.index ?? 0) - 40), (found?.index ?? 0) + 40))}`,
  );
}

// A file has no NUL in a board; lone surrogates cannot be in UTF-8.
const titles = forgeries.filter((text) => !text.includes('\0') && text.isWellFormed() && !text.includes('\n'));

/** A home whose plan and settings are full of forgeries, one per task. */
function forgedHome(box: Sandbox): void {
  homeIn(box);
  const tasks = titles.map(
    (title, index) =>
      `** ${['TODO', 'NEXT', 'DOING'][index % 3]} ${index} ${title}\n:PROPERTIES:\n:AGENT: ${title}\n:END:\n`,
  );
  box.write('home/plan.org', `#+TODO: TODO NEXT DOING | DONE CANCELLED\n* board\n${tasks.join('')}`);
  box.write(
    'home/_steps.jsonl',
    forgeries
      .map((text, index) =>
        JSON.stringify({
          v: 1,
          phase: 'end',
          tool: `t${text}`,
          target: `${index} ${text}`,
          exit: index % 2,
          error: text,
          time: '2026-06-10T00:00:00Z',
        }),
      )
      .join('\n'),
  );
}

test(`there are at least 300 (${forgeries.length})`, () => assert.ok(forgeries.length >= 300));

describe('what is read from files', () => {
  const verbs: readonly (readonly string[])[] = [
    ['board'],
    ['board', '--json'],
    ['board', 'list', '--open'],
    ['board', 'next'],
    ['board', 'next', '--json'],
    ['board', 'lint'],
    ['board', 'lint', '--json'],
    ['steps', '--most', '1000'],
    ['steps', '--json', '--most', '1000'],
    ['sleep', '--show-input'],
    ['sleep', '--json'],
    ['journal'],
    ['journal', '--json'],
    ['wake'],
    ['wake', '--json'],
    ['wake', '--last'],
    ['nights', 'list'],
    ['status'],
    ['init'],
  ];
  test('in a pipe', (t) => {
    const box = sandbox(t);
    forgedHome(box);
    for (const verb of verbs) {
      const ran = box.dk('home', verb);
      assert.equal(ran.code, 0, ran.stderr);
      isQuiet(ran.stdout + ran.stderr, verb.join(' '));
      if (verb.includes('--json')) JSON.parse(ran.stdout);
    }
    const { tasks } = JSON.parse(box.dk('home', ['board', '--json']).stdout) as { tasks: { title: string }[] };
    assert.deepEqual(
      tasks.map(({ title }) => title),
      titles.map((title, index) => `${index} ${title}`),
      '--json escapes, and keeps the value',
    );
  });
  test('on a terminal the only escapes are our colours', (t) => {
    if (!needs(t, 'script', 'util-linux')) return;
    const box = sandbox(t);
    forgedHome(box);
    for (const verb of [['board'], ['board', 'lint'], ['steps', '--most', '1000']]) {
      const command = [process.execPath, bin, ...verb].map((part) => `'${part}'`).join(' ');
      const ran = spawnSync('script', ['-qec', command, '/dev/null'], {
        cwd: box.path('home'),
        env: { ...box.env, TERM: 'xterm-256color' },
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      });
      assert.equal(ran.status, 0);
      assert.match(ran.stdout, /\u001b\[/u, 'a terminal gets colours');
      isQuiet(ran.stdout.replace(/\u001b\[(?:0|1|2|31|32|33|34|35)m/gu, '').replaceAll('\r\n', '\n'), verb.join(' '));
    }
  });
});

describe('what is typed', () => {
  test('all of them through the one way out', () => {
    for (const isTTY of [true, false]) {
      for (const text of forgeries) {
        let out = '';
        const stream = { isTTY, write: (chunk: string) => (out += chunk) };
        const terminal = openTerminal({ out: stream, err: stream, env: {}, cwd: () => '/' });
        terminal.say(text, paint('red', text));
        terminal.hint(text);
        terminal.complain(paint('bold', text), text);
        terminal.json({ [text]: text });
        isQuiet(out.replace(/\u001b\[(?:0|1|31)m/gu, ''), text);
        assert.equal(out.includes('\u001b'), isTTY, 'our colours, on a terminal only');
      }
    }
  });
  test('titles, reasons, log lines, tasks that are not there, settings, names', async (t) => {
    const box = sandbox(t);
    homeIn(box);
    box.write('home/plan.org', '#+TODO: TODO | DONE CANCELLED\n* board\n* log\n');
    // Some of each family take two paths each, and all of them the one way out.
    const chosen = forgeries.filter(
      (text, index) => (index % 29 === 0 || (index > 270 && index % 11 === 0)) && !text.includes('\0'),
    );
    for (const [index, text] of chosen.entries()) {
      const paths = [
        ['board', 'add', text],
        ['board', 'log', text],
        ['board', 'move', text, 'DONE'],
        ['board', 'move', 'x', text],
        ['step', '--tool', text, '--target', text, '--json'],
        [text],
      ];
      for (const args of [paths[index % 6] ?? [], paths[(index + 1) % 6] ?? []]) {
        const ran = box.dk('home', args);
        isQuiet(ran.stdout + ran.stderr, String(args));
      }
    }
    const board = parseBoard(Buffer.from(box.read('home/plan.org')));
    assert.ok(!tasksOf(board).some(({ title }) => title === 'forged'), 'a forged task');
    assert.deepEqual(
      board.headings.filter(({ level }) => level === 1).map(({ title }) => title),
      ['board', 'log'],
    );
    assert.deepEqual(
      [board.keywords.open, board.blocks.blocks.length + board.blocks.unclosed.length, board.unclosedDrawers],
      [['TODO'], 0, []],
    );
    isQuiet(box.git('home', 'log', '--format=%an%n%s%n%b').replaceAll(/\n/gu, ''), 'commit messages');
  });
  test('folder names and settings in messages', (t) => {
    const box = sandbox(t);
    const folder = 'x\u001b]0;title\u0007\u202ey';
    mkdirSync(box.path(folder));
    isQuiet(box.dk(folder, ['init']).stdout, 'init');
    isQuiet(box.dk(folder, ['board']).stdout, 'board');
    box.write(`${folder}/dreamkeeper.yaml`, '"a\u001b[31m\u202e": 1\n');
    isQuiet(box.dk(folder, ['board']).stderr, 'a setting');
    box.write(`${folder}/dreamkeeper.yaml`, 'agent: "\\e[31m\\u202e"\n');
    isQuiet(box.dk(folder, ['board']).stderr, 'a value');
    isQuiet(
      box.dk('.', ['board'], { env: { DREAMKEEPER_HOME: `/x\u001b[2J\u202e` } }).stderr,
      'an environment variable',
    );
  });
});
