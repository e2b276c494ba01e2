// The law: every file keeps it, the page that states it is true, and each kind of violation is seen.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readFloors, spelledAgain, violations } from './law.ts';
import { root } from './sandbox.ts';

const document = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
const floors = readFloors(document);
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => `src/${name.replaceAll('\\', '/')}`);

describe('every file keeps the law', () => {
  for (const file of files) {
    test(file, () => assert.deepEqual(violations(file, readFileSync(join(root, file), 'utf8'), floors), []));
  }
});

test('the desk only prints: it takes values of verbs, wire, text and errors, and knows all else by type', () => {
  const taken =
    /^(?:import|export) (?!type )[^;]*? from '(?:\.\.\/)+(?!\.\.\/|(?:verbs|wire|text|errors)\/|[a-z-]+\.ts')|import\('\.\.\//mu;
  const desk = files.filter((file) => file.startsWith('src/cli/'));
  assert.deepEqual(
    desk.filter((file) => taken.test(readFileSync(join(root, file), 'utf8'))),
    [],
  );
  assert.match("import { diagnose } from '../doctor/doctor.ts';", taken);
});

test('schemas are made with zod/mini: the classic one costs every command its classes', () => {
  const classic = /from 'zod(?!\/mini')/u;
  assert.deepEqual(
    files.filter((file) => classic.test(readFileSync(join(root, file), 'utf8'))),
    [],
  );
});

test("the paths of a home's own files are spelled once", () => {
  const again = files.flatMap((file) =>
    spelledAgain(file, readFileSync(join(root, file), 'utf8')).map((what) => `${file} ${what}`),
  );
  assert.deepEqual(again, []);
});

test('a path that is spelled again is seen, words for people and comments are not', () => {
  const seen = (line: string): number => spelledAgain('src/facts/x.ts', `// An idea.\n${line}\n`).length;
  for (const line of [
    "world.files.read(home, 'plan.org');",
    'const where = `./plan.org`;',
    "join(home, 'rem', 'ledger.jsonl');",
    "join(home, 'rem/.gitattributes');",
    'const ours = /^(?:rem\\/manifest\\.json)$/u;',
    'const memory = "MEMORY.md";',
  ])
    assert.equal(seen(line), 1, line);
  for (const line of [
    "hint: 'Look at plan.org, or run `git log -p -- rem/ledger.jsonl`.'",
    '/** `plan.org` as it was. */',
    "join(worktree, '.gitattributes');",
    "const other = 'myplan.organism';",
  ])
    assert.equal(seen(line), 0, line);
  assert.deepEqual(spelledAgain('src/board/path.ts', "export const boardPath = 'plan.org';"), []);
});

test("an agent's home in the world has one name", () => {
  const bundle = /readonly world: World;(?=[^}]*readonly settings: HomeSettings;)[^}]*readonly agent: string;/u;
  const declared = files.filter((file) => bundle.test(readFileSync(join(root, file), 'utf8')));
  assert.deepEqual(declared, ['src/world/world.ts'], 'others extend AgentHome, or take it');
});

test('the page says which rooms stand, and each has its sentence', () => {
  const standing = /Today stand: `([^`]+)`/u.exec(document.replace(/\s+/gu, ' '))?.[1]?.split(' ').toSorted();
  const built = [...floors.rooms.keys()].filter(
    (room) => existsSync(join(root, 'src', room)) || existsSync(join(root, 'src', `${room}.ts`)),
  );
  assert.deepEqual(standing, built.toSorted());
  assert.deepEqual([...floors.rooms.keys()].toSorted(), [...floors.sentences.keys()].toSorted());
});

describe('planted violations are caught', () => {
  const board = '// An idea.\n';
  const plants: readonly (readonly [what: string, path: string, source: string, expected: RegExp])[] = [
    ['upward', 'src/board/x.ts', `${board}import { runCli } from '../cli/cli.ts';\n`, /not on a lower floor/u],
    [
      'upward by type',
      'src/board/x.ts',
      `${board}import type { World } from '../world/world.ts';\n`,
      /not on a lower floor/u,
    ],
    [
      'upward over several lines',
      'src/text/x.ts',
      `${board}import {\n  findSecrets,\n  redactSecrets,\n} from '../secrets/secrets.ts';\n`,
      /not on a lower floor/u,
    ],
    [
      'upward by re-export',
      'src/text/x.ts',
      `${board}export { findSecrets } from '../secrets/secrets.ts';\n`,
      /not on a lower floor/u,
    ],
    [
      'upward by dynamic import',
      'src/steps/x.ts',
      `${board}const repo = await import('../repo/repo.ts');\n`,
      /not on a lower floor/u,
    ],
    [
      'sideways',
      'src/board/x.ts',
      `${board}import { parseSteps } from '../steps/steps.ts';\n`,
      /not on a lower floor/u,
    ],
    [
      'past the door',
      'src/board/x.ts',
      `${board}import { oneLine } from '../text/one-line.ts';\n`,
      /not the room's door/u,
    ],
    [
      'a hand by value',
      'src/change/x.ts',
      `${board}import { commitFiles } from '../repo/repo.ts';\n`,
      /take hands by `import type`/u,
    ],
    [
      'a room behind the verbs by value in the desk',
      'src/cli/x.ts',
      `${board}import { sleepOnce } from '../night/night.ts';\n`,
      /a door calls verbs/u,
    ],
    [
      'a room behind the verbs, loaded late',
      'src/mcp/x.ts',
      `${board}const board = await import('../board/board.ts');\n`,
      /a door calls verbs/u,
    ],
    [
      'installing by way of a verb',
      'src/install/x.ts',
      `${board}import type { Asked } from '../verbs/verbs.ts';\n`,
      /not on a lower floor/u,
    ],
    [
      'a hand by value in a door',
      'src/hooks/x.ts',
      `${board}import { appendLine } from '../telemetry/telemetry.ts';\n`,
      /take hands by `import type`/u,
    ],
    [
      'a hand by static import in wire',
      'src/wire/x.ts',
      `${board}import { appendLine } from '../telemetry/telemetry.ts';\n`,
      /await import/u,
    ],
    [
      'the disk by value',
      'src/change/x.ts',
      `${board}import { writeWhole } from '../disk/disk.ts';\n`,
      /take disk by `import type`/u,
    ],
    [
      'the disk by value in a door',
      'src/hooks/x.ts',
      `${board}const disk = await import('../disk/disk.ts');\n`,
      /take disk by `import type`/u,
    ],
    [
      'the disk by static import in wire',
      'src/wire/x.ts',
      `${board}import { writeWhole } from '../disk/disk.ts';\n`,
      /wire takes disk by `await import`/u,
    ],
    [
      'past the door of the disk in a hand',
      'src/repo/x.ts',
      `${board}import { readIn } from '../disk/files.ts';\n`,
      /not the room's door/u,
    ],
    [
      'a hand from the disk',
      'src/disk/x.ts',
      `${board}import type { Repository } from '../repo/repo.ts';\n`,
      /not on a lower floor/u,
    ],
    [
      'the disk in the house',
      'src/board/x.ts',
      `${board}import type { Seen } from '../disk/disk.ts';\n`,
      /lower floor/u,
    ],
    ['a bare import', 'src/board/x.ts', `${board}import '../cli/cli.ts';\n`, /not on a lower floor/u],
    ['a room that is not on the page', 'src/utils/utils.ts', `${board}`, /no floor/u],
    [
      'an import from no room',
      'src/board/x.ts',
      `${board}import { x } from '../helpers/helpers.ts';\n`,
      /no such room/u,
    ],
    ['the clock in an act', 'src/dream/x.ts', `${board}const now = Date.now();\n`, /touches the world/u],
    ['a new date in an act', 'src/wake/x.ts', `${board}const now = new Date();\n`, /touches the world/u],
    ['chance in an act', 'src/sweep/x.ts', `${board}const luck = Math.random();\n`, /touches the world/u],
    ['a file in an act', 'src/dream/x.ts', `${board}import { readFileSync } from 'node:fs';\n`, /touches the world/u],
    ['a process in the house', 'src/board/x.ts', `${board}const home = process.env.HOME;\n`, /touches the world/u],
    [
      'random bytes in the pen',
      'src/change/x.ts',
      `${board}import { randomBytes } from 'node:crypto';\n`,
      /touches the world/u,
    ],
    ['the network in an act', 'src/recall/x.ts', `${board}await fetch(address);\n`, /touches the world/u],
    ['a file of 301 lines', 'src/board/x.ts', `${board}${'const a = 1;\n'.repeat(300)}`, /over 300 lines/u],
    ['a file without its idea', 'src/board/x.ts', 'export const a = 1;\n', /one idea/u],
    ['a door without its sentence', 'src/board/board.ts', '// Something else.\n', /room's sentence/u],
  ];
  for (const [what, path, source, expected] of plants) {
    test(what, () => assert.match(violations(path, source, floors).join('\n'), expected));
  }
  test('and what is allowed is not', () => {
    const allowed = `${board}import { createHash } from 'node:crypto';\nimport { oneLine } from '../text/text.ts';\nimport { parse } from './parse.ts';\nconst at = new Date(0);\n`;
    assert.deepEqual(violations('src/board/x.ts', allowed, floors), []);
    assert.deepEqual(
      violations('src/change/x.ts', `${board}import type {\n  Repository,\n} from '../repo/repo.ts';\n`, floors),
      [],
    );
    for (const [path, source] of [
      ['src/repo/x.ts', "import { writeWhole } from '../disk/disk.ts';\nconst now = Date.now();\n"],
      ['src/wire/x.ts', "const disk = await import('../disk/disk.ts');\n"],
      ['src/change/x.ts', "import type { WriteOptions } from '../disk/disk.ts';\n"],
      ['src/disk/x.ts', "import { readFileSync } from 'node:fs';\n"],
    ] as const)
      assert.deepEqual(violations(path, `${board}${source}`, floors), [], path);
    assert.deepEqual(violations('src/board/x.ts', `${board}${'const a = 1;\n'.repeat(299)}`, floors), []);
  });
  test('a page that changes changes the law', () => {
    const other = readFloors(
      document.replace('ground  errors text', 'ground  errors text board').replace(' board journal', ' journal'),
    );
    assert.match(
      violations('src/board/x.ts', `${board}import { oneLine } from '../text/text.ts';\n`, other).join(),
      /not on a lower floor/u,
    );
  });
});
