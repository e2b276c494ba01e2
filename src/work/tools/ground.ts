// Where an agent may read and write: below one root, never ours, never canon, and only in its territory.
import { selfFolder } from '../../observations/observations.ts';
import { isPrivateName } from '../../steps/steps.ts';
import { printSafe } from '../../text/text.ts';
import type { AgentHome } from '../../world/world.ts';

export interface Ground {
  readonly root: string;
  /** The folder of the home, and what in it the agent keeps of itself. */
  readonly home: string;
  readonly self: string;
  /** Home and root are one: then what is ours lies among what is the agent's. */
  readonly isHome: boolean;
  readonly territory: readonly string[];
  /** Paths that are read and never written. */
  readonly canon: readonly string[];
  /** On a copy: what the agent's memory is called there. It may write that, whatever its territory is. */
  readonly memory?: string | undefined;
}

export type Way = { readonly kind: 'way'; readonly path: string } | { readonly kind: 'blocked'; readonly text: string };

const ours =
  /^(?:rem|\.self|\.dream)(?:\/|$)|^(?:dreams\.md|messages\.md|dreamkeeper\.yaml|agent\.org|lifecycle\.org|crew\.org)$/u;
const usualCanon = /^(?:context|design[^/]*|sections)\.org$|^skills(?:\/|$)/u;
/**
 * What is nobody's to read or write: what is private by name, and what another program keeps of itself. What an agent of ours keeps of itself is its own
 * to read, by name: `self` is its folder.
 */
export function isHidden(path: string, self?: string): boolean {
  const inHome = path.replace(/^\.dream\//iu, '');
  if (/^\.self(?:\/|$)/iu.test(inHome)) return self === undefined || !isOfSelf(inHome, self);
  return isPrivateName(inHome);
}

const selfFiles: ReadonlySet<string> = new Set([
  ...['observations.md', 'dreams.jsonl', 'priorities.md', 'diary.md'],
  ...['conversation.jsonl', 'iterations.jsonl', 'memory.jsonl'],
]);

function isOfSelf(path: string, self: string): boolean {
  return path === self || (path.startsWith(`${self}/`) && selfFiles.has(path.slice(self.length + 1)));
}

/** Where a path that was let through is read: what an agent keeps of itself lies in its home, wherever it works. */
export function rootOf({ root, home }: Ground, path: string): string {
  return /^\.self(?:\/|$)/u.test(path) ? home : root;
}

export function groundOf({ home, settings, agent }: AgentHome, territory: readonly string[]): Ground {
  const isHome = home.shape === 'one';
  const own = settings.work?.canon ?? [];
  return {
    root: isHome ? home.home : (home.project.worktree ?? home.home),
    ...{ home: home.home, self: selfFolder(settings, agent) },
    isHome,
    territory,
    canon: isHome ? own.map(({ path }) => path.replace(/^(?:\.\/)+/u, '').toLowerCase()) : [],
  };
}

/**
 * The way to a path, or why there is none. What is decided here is about names only; that no link leads elsewhere is seen to by the hand
 * that opens the file.
 */
export function wayTo(ground: Ground, verb: 'read' | 'write', given: string): Way {
  const shown = printSafe(given).slice(0, 200);
  const blocked = (why: string): Way => ({ kind: 'blocked', text: `${verb} blocked: ${why}` });
  const path = given.replace(/^(?:\.\/+)+/u, '').replace(/\/+$/u, '');
  if (isEscaping(path)) return blocked(`path escapes your working dir (${shown})`);
  // Some disks do not tell large letters from small ones.
  const name = path.toLowerCase();
  if (isHidden(path, verb === 'read' ? ground.self : undefined)) return blocked(`${shown} is private`);
  if (verb === 'read' || path === ground.memory) return { kind: 'way', path };
  if (ground.isHome && (usualCanon.test(name) || ground.canon.some((canon) => isWithin(name, canon))))
    return blocked(`${shown} is canon, read only`);
  if (ground.isHome ? ours.test(name) : /^\.dream(?:\/|$)/u.test(name))
    return blocked(`${shown} is not your territory`);
  if (ground.territory.some((place) => isIn(path, place) && (!isSetUp(below(name, place)) || isSetUp(place))))
    return { kind: 'way', path };
  return ground.territory.length > 0 || isSetUp(name)
    ? blocked(`${shown} is not your territory`)
    : { kind: 'way', path };
}

/** What other programs run by themselves (editors, harnesses, hooks, build servers) begins with a dot; an agent gets there only by name. */
function isSetUp(name: string): boolean {
  return name.split('/').some((part, at) => part.startsWith('.') && (at === 0 || part !== '.gitignore'));
}

/** Anything that could be another name for a place outside, or for git's own folder, on any disk. */
function isEscaping(path: string): boolean {
  if (path === '' || path.length > 1024 || /[\p{C}\\:]|^[/~]/u.test(path)) return true;
  return path.split('/').some((part) => part === '' || /^\.+$|[. ]$|^ |^\.git$|~\d/iu.test(part));
}

/** A pattern stands for every name that begins as it does before its first star: better too much read only than too little. */
function isWithin(name: string, canon: string): boolean {
  const [start = ''] = canon.split('*');
  const folder = start.replace(/\/$/u, '');
  return name === folder || name.startsWith(canon.includes('*') ? start : `${folder}/`);
}

/** What of a name the territory does not name itself. */
function below(name: string, place: string): string {
  return name.slice(place.replace(/\/$/u, '').length + 1);
}

/** A place is a file, or a folder with all that lies in it. */
function isIn(path: string, place: string): boolean {
  const folder = place.replace(/\/$/u, '');
  return path === folder || path.startsWith(`${folder}/`);
}
