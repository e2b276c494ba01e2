// What other programs may rely on, as one text: every export of the library and its adapters with its declaration, in the order of names.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface Export {
  readonly from: string;
  readonly name: string;
  readonly isType: boolean;
  readonly declaration: string;
}

const entries = {
  dreamkeeper: 'index',
  'dreamkeeper/ai-sdk': 'adapters/ai-sdk',
  'dreamkeeper/anthropic': 'adapters/anthropic',
  'dreamkeeper/openai': 'adapters/openai',
} as const;

/** Reads them from the declarations that are published. */
export function publicApi(root: string): Export[] {
  const out = mkdtempSync(join(tmpdir(), 'dk-api-'));
  try {
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const ran = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', out], {
      cwd: root,
      encoding: 'utf8',
    });
    if (ran.status !== 0) throw new Error(ran.stdout);
    return Object.entries(entries).flatMap(([from, file]) =>
      exportsOf(join(out, `${file}.d.ts`))
        .map((each) => ({ from, ...each }))
        .toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    );
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

export function printApi(api: readonly Export[]): string {
  return Object.keys(entries)
    .map(
      (from) =>
        `// ${from}\n\n${api
          .filter((each) => each.from === from)
          .map(({ declaration }) => declaration)
          .join('\n')}\n`,
    )
    .join('\n');
}

type Found = Omit<Export, 'from'>;

function exportsOf(file: string): Found[] {
  const text = withoutComments(readFileSync(file, 'utf8'));
  const own = [...text.matchAll(/^export (?:declare )?(interface|type|function|const|class) (\w+)/gmu)].map(
    ([, kind = '', name = '']) => declared(text, name, kind === 'interface' || kind === 'type'),
  );
  // What an export is made of, and is not exported itself.
  const parts = [...text.matchAll(/^(?:declare )?(?:const|interface|type) (\w+)/gmu)].map(([, name = '']) =>
    declared(text, name, true),
  );
  const others = [...text.matchAll(/^export (type )?(\*|\{[^}]*\}) from '([^']+)';/gmu)].flatMap(
    ([, isType, what = '', path = '']) => {
      const target = join(dirname(file), path.replace(/\.ts$/u, '.d.ts'));
      if (what === '*') return exportsOf(target).filter((each) => each.isType);
      return what
        .slice(1, -1)
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== '')
        .map((each) => {
          const [local = '', name = local] = each.replace(/^type /u, '').split(' as ');
          const found = exportsOf(target).find((one) => one.name === local.trim());
          if (found === undefined) throw new Error(`${local} is not in ${target}`);
          return {
            ...found,
            name: name.trim(),
            isType: found.isType || isType !== undefined || each.startsWith('type '),
          };
        });
    },
  );
  const isPart = file.endsWith('index.d.ts') || file.includes('adapters');
  return [...own, ...(isPart ? parts : []), ...others];
}

function declared(text: string, name: string, isType: boolean): Found {
  const from = text.search(
    new RegExp(`^(?:export )?(?:declare )?(?:interface|type|function|const|class) ${name}\\b`, 'mu'),
  );
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if ('{(['.includes(sign)) depth += 1;
    if ('})]'.includes(sign)) depth -= 1;
    const isEnd = depth === 0 && (sign === ';' || (sign === '}' && text[at + 1] === '\n'));
    if (isEnd) return { name, isType, declaration: text.slice(from, at + 1) };
  }
  throw new Error(`${name} has no end`);
}

function withoutComments(text: string): string {
  return text.replaceAll(/^[ \t]*\/\*\*[\s\S]*?\*\/\n/gmu, '');
}
