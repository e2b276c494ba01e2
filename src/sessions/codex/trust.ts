// Whether Codex starts the hooks in a file: it wants each of them trusted, and the project, and keeps both in its own settings.
import { join } from 'node:path';
import type { Env } from '../harness.ts';
import { partOf } from '../part-of.ts';
import type { Awaited } from '../settings.ts';
import { codexFolder } from './places.ts';

/** Such files are short; a longer one is not looked through. */
const most = 1024 * 1024;

/** What can be seen of it: that a hook was changed since it was trusted cannot. */
export function awaits(file: string, project: string | undefined, env: Env): Awaited | undefined {
  const text = partOf(join(codexFolder(env), 'config.toml'), () => 0, most) ?? '';
  const tables = tablesIn(text);
  const of = (name: string, setting: RegExp): boolean =>
    tables.some((table) => table.name === name && table.lines.some((line) => setting.test(line)));
  if (of('features', /^(?:codex_)?hooks\s*=\s*false\b/u))
    return {
      what: 'has hooks switched off in its config.toml',
      how: 'Take out `hooks = false` below `[features]` there.',
    };
  const isProjects = project !== undefined && file.startsWith(`${project}/`);
  if (isProjects && of(`projects.${project}`, /^trust_level\s*=\s*["']untrusted["']/u))
    return {
      what: 'does not trust this folder, and takes no notice of what is in its .codex',
      how: 'Start `codex` here and trust the folder.',
    };
  const states = tables.filter(({ name }) => name.startsWith(`hooks.state.${file}:`));
  if (!states.some(({ lines }) => lines.some((line) => /^trusted_hash\s*=/u.test(line))))
    return {
      what: 'starts no hook that you have not trusted, and none of these is',
      how: 'Start `codex` here and choose "Trust all", or type `/hooks` in a session and then `t`.',
    };
  const off = states.filter(({ lines }) => lines.some((line) => /^enabled\s*=\s*false\b/u.test(line)));
  return off.length === 0
    ? undefined
    : { what: `has ${off.length === 1 ? 'one' : off.length} of them switched off`, how: 'Switch them on in `/hooks`.' };
}

interface Table {
  /** Its names with dots between them, and without their quotes. */
  readonly name: string;
  readonly lines: readonly string[];
}

/** The tables that stand in the text as `[a."b".c]`, with their lines; what is written in one line elsewhere is not seen. */
function tablesIn(text: string): Table[] {
  const tables: { name: string; lines: string[] }[] = [];
  for (const line of text.split(/\r?\n/u).map((each) => each.trim())) {
    const header = /^\[(?!\[)(?<names>.*)\]\s*(?:#.*)?$/u.exec(line)?.groups?.names;
    if (header !== undefined) tables.push({ name: namesIn(header).join('.'), lines: [] });
    else tables.at(-1)?.lines.push(line);
  }
  return tables;
}

function namesIn(header: string): string[] {
  return [...header.matchAll(/"(?<basic>(?:[^"\\]|\\.)*)"|'(?<plain>[^']*)'|(?<bare>[\w-]+)/gu)].map(
    ({ groups = {} }) => (groups.basic === undefined ? (groups.plain ?? groups.bare ?? '') : unescaped(groups.basic)),
  );
}

function unescaped(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    // An escape that only they know.
    return text;
  }
}
