// There is always a pack: whatever state a home is in, a wake prints one and exits 0.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { sandbox } from '../sandbox.ts';
import { dreamt } from './dreamt.ts';

const pattern = /^Good morning[\s\S]*\nDOING: [\s\S]*\nNext action: /u;

describe('there is always a pack', () => {
  const broken: readonly (readonly [what: string, breakIt: (home: string) => void])[] = [
    ['no board', (home) => rmSync(join(home, 'plan.org'))],
    ['a board of NUL bytes', (home) => writeFileSync(join(home, 'plan.org'), 'a\0b')],
    [
      'a board that is a link',
      (home) => {
        rmSync(join(home, 'plan.org'));
        symlinkSync('/etc/passwd', join(home, 'plan.org'));
      },
    ],
    ['settings nobody can read', (home) => writeFileSync(join(home, 'dreamkeeper.yaml'), 'verdicts: [')],
    ['a ledger of nonsense', (home) => writeFileSync(join(home, 'rem/ledger.jsonl'), 'nonsense\n{"v":1}\n')],
    ['a memory that is a folder', (home) => mkdirSync(join(home, 'MEMORY.md'))],
    ['steps of nonsense', (home) => writeFileSync(join(home, '_steps.jsonl'), Buffer.from([0xff, 0xfe, 0x0a, 0x7b]))],
    ['a detached HEAD', (home) => spawnSync('git', ['checkout', '-q', '--detach'], { cwd: home })],
    ['a merge under way', (home) => writeFileSync(join(home, '.git/MERGE_HEAD'), `${'0'.repeat(40)}\n`)],
    ['a locked index', (home) => writeFileSync(join(home, '.git/index.lock'), '')],
    ['a HEAD that leads nowhere', (home) => writeFileSync(join(home, '.git/HEAD'), 'ref: refs/heads/gone\n')],
    [
      'objects that are gone',
      (home) => {
        rmSync(join(home, '.git/objects'), { recursive: true });
        mkdirSync(join(home, '.git/objects'));
      },
    ],
    ['an index of nonsense', (home) => writeFileSync(join(home, '.git/index'), 'nonsense')],
    [
      'a private folder that is a file',
      (home) => {
        rmSync(join(home, '.git/dreamkeeper'), { recursive: true });
        writeFileSync(join(home, '.git/dreamkeeper'), 'mine\n');
      },
    ],
    [
      'a private folder that is a link to nowhere',
      (home) => {
        rmSync(join(home, '.git/dreamkeeper'), { recursive: true });
        symlinkSync('/nowhere/at/all', join(home, '.git/dreamkeeper'));
      },
    ],
    [
      'a store that is a folder',
      (home) => {
        rmSync(join(home, '.git/dreamkeeper/state.db'));
        mkdirSync(join(home, '.git/dreamkeeper/state.db'));
      },
    ],
    [
      'steps and receipts that are folders',
      (home) => {
        for (const name of ['_steps.jsonl', '.git/dreamkeeper/receipts.jsonl']) {
          rmSync(join(home, name), { force: true });
          mkdirSync(join(home, name));
        }
      },
    ],
    ['notes that are a file', (home) => writeFileSync(join(home, 'notes'), 'mine\n')],
    ['a journal that cannot be read', (home) => chmodSync(join(home, 'rem'), 0)],
  ];
  for (const shape of ['one', 'nested'] as const)
    describe(shape, () => {
      const template = { folder: '' };
      // Dreamt once; each test breaks a copy.
      test('as it should be', async (t) => {
        const box = sandbox(t);
        const lived = await dreamt(box, shape);
        template.folder = mkdtempSync(join(tmpdir(), 'dk-wake-'));
        cpSync(lived.project, template.folder, { recursive: true, preserveTimestamps: true });
        const { code, stdout } = box.dk('project', ['wake', '--json']);
        assert.equal(code, 0);
        assert.match(JSON.parse(stdout).pack, pattern);
      });
      after(() => rmSync(template.folder, { recursive: true, force: true }));
      for (const [what, breakIt] of broken)
        test(what, (t) => {
          const box = sandbox(t);
          cpSync(template.folder, box.path('project'), { recursive: true, preserveTimestamps: true });
          const home = shape === 'one' ? box.path('project') : box.path('project/.dream');
          breakIt(home);
          const { code, stdout, stderr } = box.dk('project', ['wake', '--json']);
          if (existsSync(join(home, 'rem'))) chmodSync(join(home, 'rem'), 0o755);
          assert.equal(code, 0, stderr + stdout);
          assert.match(JSON.parse(stdout).pack, pattern);
        });
    });
});
