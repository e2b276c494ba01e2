// What a model may name: commits, files, commands and addresses that were gathered. Anything else did not happen.
import { tasksOf } from '../board/board.ts';
import { matchKey, oneLine } from '../text/text.ts';
import { withoutPrivate } from './carry.ts';
import type { Facts } from './facts-types.ts';
import { isPreviousOurs } from './previous-dream.ts';
import { pathsIn } from './related.ts';

export interface Grounds {
  /** The first thing in a text that was never gathered, or undefined. */
  ungrounded(text: string): string | undefined;
}

const address =
  /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)\S+|\b(?:javascript|vbscript|data|mailto|file):\S+|[\w.+-]{1,64}@[\w-]{1,63}\.[a-z]{2,}/giu;
/** A program and what it is to do: a flag, an address, a pipe, a place. */
const command =
  /\b(?:curl|wget|sudo|rm|chmod|chown|eval|ssh|scp|nc|npx|bash|sh|iex|powershell|docker|kubectl|npm (?:i|install|publish)|pip3? install|git (?:push|reset|clean|config|checkout|rebase))(?: +-[-\w]+| +\S*[/$~|]\S*|(?= *\|))+/giu;

export function groundsOf(facts: Facts): Grounds {
  const { commits, project, steps, inFlight, board } = facts;
  const failed = [...steps.failures, ...steps.lastFailed];
  const ids = [
    ...[...commits, ...facts.landed].map(({ id }) => id),
    ...facts.looksDone.flatMap(({ commit }) => commit ?? []),
    ...(project.head === null ? [] : [project.head]),
  ];
  const paths = [
    ...commits.flatMap(({ files }) => files),
    ...project.changed.map(({ path }) => path),
    ...steps.edits.map(({ path }) => path),
    ...inFlight,
    ...(project.branch === null ? [] : [project.branch]),
    ...failed.flatMap(({ after, branch }) => [...after, ...(branch === null ? [] : [branch])]),
  ];
  // What people and the agent wrote about the work, in which a file may be named that does not exist yet.
  const plans = [
    board === undefined ? '' : new TextDecoder().decode(board.bytes),
    ...facts.asked,
    ...facts.todos.map(({ text }) => text),
    // Not what the agent wrote about itself: it would be its own witness.
    ...facts.harnessNotes.filter(({ by }) => by === 'people').flatMap(({ path, text }) => [path, text]),
    ...withoutPrivate(facts).plans.flatMap(({ path, first }) => [path, first]),
    ...[...commits, ...facts.landed].map(({ subject }) => subject),
    ...steps.records.map(({ target }) => target),
    ...[...steps.runs, ...failed].map(({ command: run }) => run),
    ...(facts.previous === undefined || !isPreviousOurs(facts) ? [] : [facts.previous.text]),
  ].join('\n');
  const plansKey = matchKey(plans).key;
  const words = new Set(plans.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  const names = new Set<string>();
  const folders = new Set(commonFolders);
  for (const path of [...paths, ...pathsIn(plans)]) addNames(path, names, folders);
  // A name with blanks in it cannot be found in prose word by word: it is taken out whole.
  const odd = [...new Set(paths)].filter((path) => /[^\p{L}\p{N}_.@+/-]/u.test(path)).slice(0, 500);
  const titles = board === undefined ? [] : tasksOf(board).map(({ title }) => title);
  const isId = (hash: string): boolean => ids.some((id) => id.startsWith(hash)) || words.has(hash);
  const isCommand = (quoted: string): boolean =>
    plans.includes(quoted) ||
    names.has(quoted) ||
    odd.includes(quoted) ||
    isId(quoted.toLowerCase()) ||
    // One word in backticks is a name from the code, or a state of the board.
    /^[\p{L}_$][\p{L}\p{N}_$]*(?:\(\))?$/u.test(quoted);
  return {
    ungrounded: (given) => {
      const text = [...odd, ...titles.filter((title) => /[^\p{L}\p{N} ]/u.test(title))].reduce(
        (rest, name) => (rest.includes(name) ? rest.replaceAll(name, ' ') : rest),
        given,
      );
      const place = (text.match(address) ?? [])
        .map((each) => each.replace(/[).,;:!?'"\]>]+$/u, ''))
        .find((each) => !plans.includes(each));
      if (place !== undefined) return place;
      const run = [...text.matchAll(/`([^`]+)`/gu)].map(([, quoted = '']) => quoted).find((each) => !isCommand(each));
      if (run !== undefined) return oneLine(run, 80);
      const bare = text.match(command)?.find((each) => !plans.includes(each.trim()));
      if (bare !== undefined) return oneLine(bare, 80);
      const hash = hashesIn(text).find((each) => !isId(each));
      if (hash !== undefined) return hash;
      const task = [...text.matchAll(/\b(?:task|todo|objective)s? ["“]([^"”]{1,300})["”]/giu)]
        .map(([, title = '']) => title)
        .find((title) => !plansKey.includes(matchKey(title).key));
      if (task !== undefined) return `the task "${oneLine(task, 80)}"`;
      const outside = text
        .match(/(?<![\p{L}\p{N}_.@+/-])(?:~\/|(?:\.\.\/)+|\/(?=[^/\s]+\/))[\p{L}\p{N}_.@+/-]+|\b[A-Z]:\\\S+/gu)
        ?.find((each) => !plans.includes(each) && !names.has(each.replace(/^\/|\/$/gu, '')));
      if (outside !== undefined) return outside;
      return pathsIn(text).find((path) => !names.has(path.replace(/^\.\//u, '')) && !isProse(path, folders));
    },
  };
}

/** A path is named whole, by its end, or by a folder it lies in. */
function addNames(path: string, names: Set<string>, folders: Set<string>): void {
  const plain = path.replace(/^\.?\/|\/$/gu, '');
  names.add(plain);
  const parts = plain.split('/');
  if (parts.length > 1) folders.add(parts[0] ?? '');
  // Deeper than any project: only its beginning and its end.
  const places = parts.length > 30 ? [1, parts.length - 1] : parts.map((_, index) => index);
  for (const at of places) {
    names.add(parts.slice(at).join('/'));
    names.add(parts.slice(0, at).join('/'));
  }
}

/** What looks like the name of a commit. A word made of the letters a to f, or a number, is none. */
function hashesIn(text: string): string[] {
  const long = text.match(/\b[0-9a-f]{7,64}\b/giu) ?? [];
  const named = [...text.matchAll(/\bcommits? [`"]?([0-9a-f]{4,64})\b/giu)].map(([, hash = '']) => hash);
  return [...long, ...named]
    .filter((hash) => /\d/u.test(hash) && /[a-f]/iu.test(hash))
    .map((hash) => hash.toLowerCase());
}

const commonFolders: readonly string[] = [
  ...['src', 'lib', 'test', 'tests', 'docs', 'doc', 'app', 'apps', 'bin', 'etc', 'usr', 'var', 'tmp', 'home', 'root'],
  ...['scripts', 'packages', 'dist', 'build', 'public', 'config', 'node_modules', 'proc', 'dev', 'opt', 'rem', 'notes'],
];

/** Endings of files and of addresses; any other dot is a dot in prose or code. */
const endings: ReadonlySet<string> = new Set(
  [
    'ts tsx js jsx mjs cjs mts cts json jsonc jsonl yaml yml toml md mdx org txt html htm css scss sass less svelte vue astro',
    'py pyi ipynb rb rs go java kt kts swift c h cc cpp hpp cs php pl lua sh bash zsh fish ps1 bat cmd sql db sqlite csv tsv xml',
    'svg png jpg jpeg gif webp ico pdf lock env ini cfg conf ex exs erl hs ml mli clj scala dart jl tf proto graphql gql wasm',
    'zip gz tar tgz bin exe dll so patch diff rst adoc tex el nix gradle properties plist pem key crt bak tmp snap',
    'com net io dev ai app example xyz info biz ru cn',
  ]
    .join(' ')
    .split(' '),
);

/** `and/or`, `e.g`, `Node.js`, `3/4`, `console.log`: a slash or dot that makes no path. */
function isProse(name: string, folders: ReadonlySet<string>): boolean {
  if (name.includes('/')) {
    const [first = ''] = name.split('/');
    return /^[\p{L}\p{N}-]+(?:\/[\p{L}\p{N}-]+)+$|^[\d.,]+\/[\d.,]+$/u.test(name) && !folders.has(first);
  }
  const ending = name.slice(name.lastIndexOf('.') + 1);
  return (
    !endings.has(ending.toLowerCase()) ||
    // "ended.So it went": a capital behind a dot begins a sentence.
    /^\p{Lu}\p{Ll}/u.test(ending) ||
    /^(?:node|next|vue|nuxt|express|three|d3|deno|bun|socket|react|backbone|ember|p5|chart)\.(?:js|io)$/iu.test(name) ||
    /^(?:process|import\.meta)\.env$/u.test(name)
  );
}
