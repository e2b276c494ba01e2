// Our server in the file where a harness lists the servers of a project: put in beside what is there, and taken out again to the byte.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ExcludeLine } from '../adopt/adopt.ts';
import { DreamkeeperError, tryOr } from '../errors/errors.ts';
import { printSafe } from '../text/text.ts';
import type { GitPlace, Scope } from '../world/world.ts';
import { thisProgram } from './command.ts';
import { missingLine } from './exclude-line.ts';
import { type Installation, wordsOf } from './installed.ts';
import { refuseInCache } from './lasting.ts';
import { decoded, readSettings, type SettingsFile } from './settings-file.ts';
import {
  append,
  newDocument,
  type Parsed,
  parseText,
  plainValue,
  propertiesOf,
  propertyOf,
  replace,
  takeOut,
} from './settings-text.ts';
import type { Site } from './site.ts';

const servers = 'mcpServers';
const ours = 'dreamkeeper';

/** What is planned for it. */
export interface McpPlan {
  readonly file: SettingsFile;
  /** `theirs`: somebody's own server has our name, and stays as it is. */
  readonly result: 'put-in' | 'there' | 'theirs';
  readonly after: Uint8Array;
  readonly exclude: ExcludeLine | undefined;
}

/** Decides. Refuses where a harness has no such file, where it cannot be edited, and where git would see the paths of this machine. */
export async function planMcp(site: Site, scope: Scope, seen: GitPlace | undefined): Promise<McpPlan> {
  const { world, at, setup } = site;
  const path = mcpFile(site, scope, seen);
  const program = thisProgram(at);
  if (path === undefined) throw noFile(site, program);
  const file = readSettings(world, path);
  const text = textOf(file);
  const there = entryIn(text);
  const isOurs = there === undefined || isOurServer(there.value);
  if (!isOurs) return { file, result: 'theirs', after: file.bytes ?? new Uint8Array(), exclude: undefined };
  if (scope !== 'shared') refuseInCache(program, `dk install ${setup.name} --mcp`);
  const entry =
    scope === 'shared' ? { command: 'dk', args: ['mcp'] } : { command: program.node, args: [program.script, 'mcp'] };
  const after = Buffer.from(withServer(text, entry));
  const exclude = scope === 'local' && seen !== undefined ? await hidden(site, seen, file) : undefined;
  const isThere = after.equals(Buffer.from(file.bytes ?? [])) && exclude === undefined;
  return { file, result: isThere ? 'there' : 'put-in', after, exclude };
}

/** Where the harness reads the servers of a project; undefined if it has no such file of that scope. */
export function mcpFile({ setup }: Site, scope: Scope, seen: GitPlace | undefined): string | undefined {
  if (scope === 'user' || setup.servers === undefined || seen?.worktree === undefined) return undefined;
  return join(seen.worktree, setup.servers);
}

/** The program that our entry in a file starts; undefined if there is none of ours. */
export function serverIn(
  file: SettingsFile,
): { readonly command: string; readonly args: readonly string[] } | undefined {
  const entry = tryOr(() => entryIn(textOf(file)));
  if (entry === undefined || !isOurServer(entry.value)) return undefined;
  const { command, args } = entry.value as { readonly command: string; readonly args: readonly string[] };
  return { command, args };
}

/** The bytes without our entry; null if the file was made by us and nothing else is in it. */
export function withoutServer(file: SettingsFile, note: Installation | undefined): Uint8Array | null {
  if (file.bytes === undefined) return null;
  const text = textOf(file);
  const before = wordsOf({ bytes: note?.before ?? undefined });
  const after = without(text, before);
  return note?.before === null && /^\s*(?:\{\s*\}\s*)?$/u.test(after) ? null : Buffer.from(after);
}

function without(text: string, before: string): string {
  const parsed = parseText(text);
  if (parsed.kind !== 'value' || entryIn(text) === undefined) return text;
  const list = propertyOf(parsed.root, servers);
  if (list === undefined) return text;
  const place = (parent: typeof list, name: string): number =>
    propertiesOf(parent).findIndex((each) => each.name === name);
  const isOnlyOurs = propertiesOf(list).length === 1;
  const was = parseText(before);
  const wasThere = was.kind === 'value' && propertyOf(was.root, servers) !== undefined;
  if (isOnlyOurs && !wasThere) return takeOut(text, parsed.root, place(parsed.root, servers));
  return takeOut(text, list, place(list, ours));
}

function withServer(text: string, entry: { readonly command: string; readonly args: readonly string[] }): string {
  const parsed = parseText(text);
  if (parsed.kind !== 'value') return newDocument({ [servers]: { [ours]: entry } }, '\n');
  const { root } = parsed;
  const list = propertyOf(root, servers);
  if (list === undefined) return append(text, root, root, { [ours]: entry }, servers);
  const there = propertyOf(list, ours);
  if (there === undefined) return append(text, root, list, entry, ours);
  const same = entryIn(text);
  if (JSON.stringify(same?.value) === JSON.stringify(entry)) return text;
  return replace(text, there, JSON.stringify(entry));
}

function entryIn(text: string): { readonly value: unknown } | undefined {
  const parsed = parseText(text);
  const list = parsed.kind === 'value' ? propertyOf(parsed.root, servers) : undefined;
  const node = propertyOf(list, ours);
  return node === undefined ? undefined : { value: plainValue(node) };
}

/** As we write it: our script or our name, and the word `mcp`. What does more, or says more, is somebody's own. */
function isOurServer(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { command, args, ...more } = value as Readonly<Record<string, unknown>>;
  if (typeof command !== 'string' || !Array.isArray(args) || Object.keys(more).length > 0) return false;
  const words: unknown[] = [command, ...args];
  if (words.at(-1) !== 'mcp' || words.length > 3) return false;
  return words.length === 2
    ? /(?:^|[\\/])(?:dk|dreamkeeper)$/u.test(command)
    : typeof args[0] === 'string' && /(?:^|[\\/])(?:bin\.[cm]?[jt]s|dk|dreamkeeper)$/u.test(args[0]);
}

function textOf(file: SettingsFile): string {
  const text = decoded(file.bytes ?? new Uint8Array());
  const problem = text === undefined ? 'is not UTF-8 text' : problemIn(parseText(text));
  if (text !== undefined && problem === undefined) return text;
  throw new DreamkeeperError('E_CONFIG', `${printSafe(file.path)} ${problem}`, {
    hint: 'Correct that in an editor, and run this again. Nothing was changed.',
  });
}

function problemIn(parsed: Parsed): string | undefined {
  if (parsed.kind === 'broken') return `cannot be read as JSON (line ${parsed.line})`;
  if (parsed.kind === 'nothing') return undefined;
  if (parsed.root.type !== 'object') return 'is JSON, but not an object';
  const lists = propertiesOf(parsed.root).filter(({ name }) => name === servers);
  if (lists.length > 1) return `has "${servers}" twice`;
  if (lists[0] !== undefined && lists[0].value.type !== 'object') return `has "${servers}" that are not an object`;
  const mine = propertiesOf(lists[0]?.value).filter(({ name }) => name === ours);
  return mine.length > 1 ? `has "${ours}" twice` : undefined;
}

async function hidden(site: Site, seen: GitPlace, file: SettingsFile): Promise<ExcludeLine | undefined> {
  try {
    return await missingLine(site, seen, file);
  } catch (error) {
    if (!(error instanceof DreamkeeperError) || error.code !== 'E_USAGE') throw error;
    throw new DreamkeeperError('E_USAGE', `git tracks ${printSafe(file.path)}`, {
      hint: `The line for you alone has paths of this machine in it, so it must not get into the project’s git. \`dk install ${site.setup.name} --shared --mcp\` starts \`dk\` by its name, for everybody. Nothing was changed.`,
      cause: error,
    });
  }
}

function noFile(
  { setup }: Site,
  { node, script }: { readonly node: string; readonly script: string },
): DreamkeeperError {
  const forAll =
    setup.addsServer === undefined ? '' : ` For all your projects: ${setup.addsServer} ${node} ${script} mcp.`;
  return new DreamkeeperError('E_USAGE', `${setup.title} has no file for servers that --mcp could add to there`, {
    hint: `Without --user it goes into the project.${forAll} Nothing was changed.`,
  });
}

/** Whether what an entry starts is there still; a name is looked for by whoever starts it. */
export function goneIn({
  command,
  args,
}: {
  readonly command: string;
  readonly args: readonly string[];
}): string | undefined {
  return [command, ...args.slice(0, -1)].find((path) => path.startsWith('/') && !existsSync(path));
}
