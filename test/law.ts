// The law of the house as a function over texts, so that it can be shown violations that nobody has to commit.
import { dirname, join } from 'node:path/posix';

export interface Floors {
  /** Each room with its floor's name and depth; larger is lower. */
  readonly rooms: ReadonlyMap<string, { readonly floor: string; readonly depth: number }>;
  /** Each room's one sentence. */
  readonly sentences: ReadonlyMap<string, string>;
}

/** Reads floors and sentences from ARCHITECTURE.md. */
export function readFloors(document: string): Floors {
  const block = /```floors\n([^`]+)```/u.exec(document)?.[1];
  if (block === undefined) throw new Error('ARCHITECTURE.md has no floors block');
  const rows = block
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/u));
  const rooms = new Map(
    rows.flatMap(([floor = '', ...names], depth) => names.map((name) => [name, { floor, depth }] as const)),
  );
  const sentences = new Map(
    [...document.matchAll(/^\| `([a-z]+)` \| (.+) \|$/gmu)].map(([, room = '', sentence = '']) => [room, sentence]),
  );
  return { rooms, sentences };
}

const mayTouch = new Set(['gate', 'roof', 'desk', 'doors', 'install', 'wire', 'hands', 'disk']);
/** The floors whose values only wire takes, and the floors that stand on them and take them too. */
const byType: ReadonlyMap<string, readonly string[]> = new Map([
  ['hands', []],
  ['disk', ['hands']],
]);
const touches =
  /from 'node:(?!(?:path|util|buffer|crypto|zlib)')[^']+'|\bimport\s*\(\s*'node:|\brandom(?:UUID|Bytes|Int)\b|\bgetRandomValues\b|\bfetch\s*\(|\bprocess\.|\bDate\.now\s*\(|\bnew Date\(\s*\)|\bDate\(\)|\bMath\.random\s*\(|\bperformance\.|\bset(?:Timeout|Interval|Immediate)\s*\(|\bconsole\./u;
const imports =
  /^(?:import|export)\s+(type\s)?(?:(?!^(?:import|export)\b)[^;'])*?from\s+'(\.[^']+)'|\bimport\s*\(\s*'(\.[^']+)'|^import\s+'(\.[^']+)'/gmu;

/** Doors turn what somebody says into verbs, and what verbs give into words. Hooks load one file, and are excepted. */
const speaks = new Set(['desk', 'doors']);
const mayAsk = new Set(['verbs', 'wire', 'text', 'errors']);

/** Everything in one file that breaks the law, in words. `path` is relative to the project, with `/`. */
export function violations(path: string, source: string, { rooms, sentences }: Floors): string[] {
  const found: string[] = [];
  const room = roomOf(path);
  const here = rooms.get(room);
  if (here === undefined) return [`the room ${room} has no floor in ARCHITECTURE.md`];
  const code = withoutComments(source);
  if (source.trimEnd().split('\n').length > 300) found.push('over 300 lines: which two files is it?');
  if (isDoor(path, room)) {
    const [first = '', second = ''] = source.split('\n');
    const opening = first.startsWith('#!') ? second : first;
    if (opening !== `// ${sentences.get(room)}`)
      found.push(`the first line of a door is its room's sentence: // ${sentences.get(room)}`);
  } else if (!source.startsWith('// ')) found.push('a file begins with the one idea it holds');
  if (!mayTouch.has(here.floor) && touches.test(code))
    found.push(`touches the world (${touches.exec(code)?.[0]}): take it as an argument`);
  for (const { target, isType, isDynamic } of importsOf(path, source)) {
    const targetRoom = roomOf(target);
    if (targetRoom === room) continue;
    const there = rooms.get(targetRoom);
    if (there === undefined) found.push(`${target}: no such room`);
    else if (there.depth <= here.depth) found.push(`${target} is not on a lower floor`);
    else if (!isDoor(target, targetRoom)) found.push(`${target} is not the room's door`);
    else if (speaks.has(here.floor) && room !== 'hooks' && !isType && !mayAsk.has(targetRoom))
      found.push(`${target}: a door calls verbs`);
    else if (isType || byType.get(there.floor)?.includes(here.floor) !== false) continue;
    else if (here.floor !== 'wire') found.push(`${target}: take ${there.floor} by \`import type\``);
    else if (!isDynamic) found.push(`${target}: wire takes ${there.floor} by \`await import\``);
  }
  return found;
}

export interface Import {
  /** The imported file, relative to the project. */
  readonly target: string;
  readonly isType: boolean;
  readonly isDynamic: boolean;
}

/** Every file of the project that a file imports, by value, by type or when it is needed. */
export function importsOf(path: string, source: string): Import[] {
  return [...withoutComments(source).matchAll(imports)].map(([, isType, from, dynamic, bare]) => ({
    target: join(dirname(path), from ?? dynamic ?? bare ?? ''),
    isType: isType !== undefined,
    isDynamic: dynamic !== undefined,
  }));
}

/** `src/board/moves.ts` is in `board`, `src/bin.ts` is `bin`. */
export function roomOf(path: string): string {
  return path.split('/')[1]?.replace(/\.ts$/u, '') ?? '';
}

function isDoor(path: string, room: string): boolean {
  return path === `src/${room}.ts` || path === `src/${room}/${room}.ts`;
}

/** Files of a home, each with the one file of ours that spells its path. */
const spelledIn: ReadonlyMap<string, string> = new Map([
  ['plan.org', 'src/board/path.ts'],
  ['MEMORY.md', 'src/memory/path.ts'],
  ['ledger.jsonl', 'src/journal/paths.ts'],
  ['manifest.json', 'src/journal/paths.ts'],
  ['rem/.gitattributes', 'src/journal/paths.ts'],
]);

/** Who means another file of the same name. */
const namesakes: ReadonlyMap<string, readonly string[]> = new Map([
  ['src/sessions/claude/kept.ts', ['MEMORY.md']],
  ['src/adopt/layouts.ts', ['MEMORY.md', 'plan.org']],
]);

/**
 * The paths of a home's files that a file spells though it could import them. A string without a space in it is a path, and so is what
 * stands in a pattern; a string with a space is words for people, who are told the name as it is.
 */
export function spelledAgain(path: string, source: string): string[] {
  const code = withoutComments(source);
  return [...spelledIn].flatMap(([name, owner]) => {
    if (path === owner || namesakes.get(path)?.includes(name) === true) return [];
    const plain = name.replaceAll('.', '\\.');
    const inString = new RegExp(`(['"\`])[^\\s'"\`]*${plain}(?:[^\\s'"\`\\w][^\\s'"\`]*)?\\1`, 'u');
    const inPattern = plain.slice(plain.lastIndexOf('/') + 1);
    return inString.test(code) || (inPattern !== '\\.gitattributes' && code.includes(inPattern))
      ? [`spells ${name}: import it from ${owner.split('/')[1]}`]
      : [];
  });
}

/** A comment may speak of the clock. Strings are left in: the formatter keeps imports in single quotes. */
export function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//gu, '').replace(/(^|\s)\/\/.*$/gmu, '$1');
}
