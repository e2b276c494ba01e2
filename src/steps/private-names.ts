// What is never committed, by name: the record of the day, and what a session keeps of itself. No setting makes this list shorter.

/** Files of a session below `.self/`, or below `.self/<agent>/`. What an agent dreamt (`dreams.jsonl`) is not among them. */
const ofASession = ['conversation', 'iterations', 'memory'] as const;

/** The lines in a repository's `info/exclude` that hide them; the first also hides the pieces of the record that were put aside. */
export const privateLines: readonly string[] = [
  '/_*.jsonl',
  ...['/.self', '/.self/*'].flatMap((folder) => ofASession.map((name) => `${folder}/${name}.jsonl`)),
];

const privateName = new RegExp(`^(?:_[^/]*|\\.self/(?:[^/]+/)?(?:${ofASession.join('|')}))\\.jsonl$`, 'su');

/** Whether a file is private by its path below the home's root. Some disks do not tell large letters from small ones, or do not see some signs. */
export function isPrivateName(path: string): boolean {
  return privateName.test(asDisksFold(path));
}

/** The line that hides this file, where it is spelled as we do. */
export function privateLineOf(path: string): string | undefined {
  if (!privateName.test(path)) return undefined;
  return path.startsWith('_') ? '/_*.jsonl' : `/${path.replace(/^\.self\/[^/]+\//su, '.self/*/')}`;
}

/** One spelling for all that a disk may take for the same name. */
function asDisksFold(path: string): string {
  const seen = path.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu, '');
  // Up and down again: a letter that only looks small (the long s) has the same capital.
  return seen.toUpperCase().toLowerCase();
}
