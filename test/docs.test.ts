// What the pages say is so: links lead somewhere, codes and settings are complete, examples run, nothing names a workplace.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { homeSchema } from '../src/config/home-schema.ts';
import { exitOf } from '../src/errors/errors.ts';
import { homeIn, project, root, sandbox } from './sandbox.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

describe('links', () => {
  for (const page of pages) {
    test(page, () => {
      for (const [, target = ''] of read(page).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/gu)) {
        if (/^https?:/u.test(target)) continue;
        assert.ok(existsSync(join(root, dirname(page), target)), `${target} leads nowhere`);
      }
      for (const [, target = '', anchor = ''] of read(page).matchAll(/\]\(([^)#:]*)#([^)]+)\)/gu)) {
        const there = target === '' ? page : join(dirname(page), target);
        assert.ok(anchorsOf(read(there)).has(anchor), `${target}#${anchor} leads nowhere`);
      }
    });
  }
});

/** As the usual renderers make them of headings, and those that are written out. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.replaceAll(/^```[\s\S]*?^```/gmu, '').matchAll(/^#+ (.+)$/gmu)];
  const made = headings.map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set([...made, ...[...text.matchAll(/<a id="([^"]+)"/gu)].map(([, id = '']) => id)]);
}

test('every error code stands in the table, under its exit', () => {
  const table = new Map(
    [...read('docs/exit-codes.md').matchAll(/^\| (\d+) \| [^|]+ \| ([^|]*) \|$/gmu)].map(
      ([, exit = '', codes = '']) => [Number(exit), codes.replaceAll('`', ' ').split(/\s+/u)],
    ),
  );
  for (const [code, exit] of Object.entries(exitOf))
    assert.ok(table.get(exit)?.includes(code), `${code} belongs to exit ${exit}`);
});

test('every setting is on its page', () => {
  const page = read('docs/configuration.md');
  const seen: string[] = [];
  const visit = (schema: unknown, path: string): void => {
    const { def } = unwrapped(schema) as { def: { shape?: object; element?: unknown; options?: readonly unknown[] } };
    for (const [name, value] of Object.entries(def.shape ?? {})) {
      seen.push(`${path}${name}`);
      assert.match(page, new RegExp(`\\b${name}\\b`, 'u'), `${path}${name}`);
      visit(value, `${path}${name}.`);
    }
    for (const option of def.options ?? []) visit(option, path);
    if (def.element !== undefined) visit(def.element, path);
  };
  visit(homeSchema, '');
  assert.ok(seen.includes('agents.rem.min_interval') && seen.length > 100, `${seen.length} settings`);
});

function unwrapped(schema: unknown): unknown {
  const { def } = schema as { def: { innerType?: unknown; getter?: () => unknown } };
  const inner = def.innerType ?? def.getter?.();
  return inner === undefined ? schema : unwrapped(inner);
}

test('every lint code is on the board’s page', () => {
  const codes = [...read('src/board/lint.ts').matchAll(/(?:code: |say\()'([a-z-]+)'/gu)].map(([, code = '']) => code);
  assert.ok(codes.length > 10);
  for (const code of codes) assert.match(read('docs/board.md'), new RegExp(`\\b${code}\\b`, 'u'));
});

test('the page of versions names those that are tried', () => {
  const page = read('docs/versions.md');
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
  const oldestGit = /oldestGit = \[(\d+), (\d+)\]/u.exec(read('src/repo/repository.ts'))?.slice(1).join('.');
  assert.ok(page.includes(`| Node | ${engines.node.replace('>=', '')} or later |`));
  assert.ok(page.includes(`| git | ${oldestGit} or later |`));
  const nodes = /for version in ([^;]+);/u.exec(read('.ci/packed'))?.[1]?.split(' ') ?? [];
  const agents = readdirSync(join(root, 'test/sessions/recorded')).map((name) => /-([\d.]+)\.jsonl$/u.exec(name)?.[1]);
  assert.ok(nodes.length >= 4 && agents.length >= 7);
  for (const version of [...nodes, ...agents]) assert.ok(page.includes(version ?? '?'), version);
});

test('no page has a blank left to fill in', () => {
  for (const page of pages) assert.doesNotMatch(read(page), /\bSTEP[A-Z]+\d*\b|\bTBD\b|\?\?\?/u, page);
});

test('the README is short, and its two commands stand alone', () => {
  // A real hand-over is as long as it is; its own test says how long that may be.
  const lines = read('README.md')
    .replaceAll(/<!-- handover: [\s\S]*?<!-- handover end -->\n/gu, '')
    .split('\n');
  assert.ok(lines.length <= 75, `${lines.length} lines`);
  assert.ok(lines.includes('npm ci && npm start') && lines.includes('npm ci && npm test'));
});

test('the commands on the pages run', (t) => {
  const box = sandbox(t);
  project(box);
  homeIn(box);
  let ran = 0;
  for (const page of [
    'README.md',
    'docs/board.md',
    'docs/steps.md',
    'docs/home.md',
    'docs/dreams.md',
    'docs/observations.md',
    'docs/waking.md',
    'docs/undo.md',
    'docs/doctor.md',
    'docs/claude-code.md',
    'docs/privacy.md',
    'docs/running.md',
    'docs/keeper.md',
    'docs/troubleshooting.md',
    'docs/pack.md',
    'docs/report.md',
  ]) {
    box.write(
      'home/plan.org',
      '#+TODO: TODO NEXT DOING | DONE CANCELLED\n* board\n** TODO objective: page completeness\n** TODO page completeness\n* log\n',
    );
    for (const [, block = ''] of read(page).matchAll(/```sh\n([\s\S]*?)\n```/gu)) {
      for (const line of block.split('\n')) {
        const command = line
          .replace(/\s+#.*$/u, '')
          .replace(/^cd [^&]+&& /u, '')
          .trim();
        const call = /^(?:echo '([^']+)' \| )?dk (.*)$/u.exec(command);
        if (call === null) continue;
        const args = [...(call[2] ?? '').matchAll(/"([^"]*)"|(\S+)/gu)].map(
          ([, quoted, plain]) => quoted ?? plain ?? '',
        );
        const cwd = args[0] === 'init' ? 'project' : 'home';
        // A question would be asked, or a home removed that the next page needs.
        const isAsking = ['--home', '--here', 'install', 'uninstall'].some((word) => args.includes(word));
        if (isAsking) args.push('--dry-run');
        if (args[0] === 'off') continue;
        // One page sleeps soon after another.
        const env = { DREAMKEEPER_DREAM_MIN_INTERVAL_MS: '0' };
        const outcome = box.dk(cwd, args, call[1] === undefined ? { env } : { env, input: call[1] });
        // On a page a second shape of home is shown where there is one already.
        assert.ok(outcome.code === 0 || /E_HOME_INSIDE_HOME/u.test(outcome.stderr), `${command}: ${outcome.stderr}`);
        ran += 1;
      }
    }
  }
  assert.ok(ran >= 15, `${ran}`);
});

test('nothing names a registry, a machine or a workplace; the lock records no download addresses', () => {
  const lock = read('package-lock.json');
  assert.doesNotMatch(lock, /"resolved": "https?:/u);
  for (const file of [...pages, 'package.json', '.npmrc', '.ci/run', '.ci/packed'])
    assert.doesNotMatch(read(file), /registry\.|(?<![\w.])\/work\/|\/root\//u, file);
});
