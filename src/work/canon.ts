// The canon for a run: what the team wrote for this kind of work, handed over to be read. No run may write it.
import { tryOr } from '../errors/errors.ts';
import { cut, decodeUtf8 } from '../text/text.ts';
import type { OthersWords } from '../wake/wake.ts';
import type { AgentHome } from '../world/world.ts';
import { isHidden } from './tools/ground.ts';

const usualChars = 8000;

interface CanonFile {
  readonly path: string;
  readonly when: readonly string[] | undefined;
}

/** What is canon here, for every kind of run. The shelf of the design, where a home names none of its own. */
function shelfOf({ settings }: Pick<AgentHome, 'settings'>): readonly CanonFile[] {
  const own = settings.work?.canon;
  if (own !== undefined) return own.map(({ path, when }) => ({ path, when }));
  return [
    { path: 'context.org', when: undefined },
    { path: 'design.org', when: ['add', 'design'] },
    { path: 'design-gate.org', when: ['add', 'design'] },
    { path: 'sections.org', when: ['add'] },
  ];
}

/** The canon that a kind of run needs, as lines for the frame of its pack; none if there is no canon. */
export function canonFor({ world, home, settings }: AgentHome, kind: string, words: OthersWords): string[] {
  const wanted = [
    ...shelfOf({ settings }).filter(({ when }) => when === undefined || when.includes(kind)),
    // Only a plain word can be a file's name here.
    ...(/^[\w-]+$/u.test(kind) ? [{ path: `skills/${kind}.org` }] : []),
  ];
  let room = settings.work?.canon_chars ?? usualChars;
  const parts: string[] = [];
  for (const { path } of wanted) {
    const text = textOf(path);
    if (text === undefined || text.trim() === '') continue;
    const shown = text.length <= room ? text : cut(text, room);
    room -= shown.length;
    const isCut = shown.length < text.length;
    parts.push(
      `--- ${words.line(path, 'look at dreamkeeper.yaml')}${isCut ? ` (the first ${shown.length} of ${text.length} characters; read the rest there)` : ''}`,
      ...(shown === '' ? [] : words.prose(shown.trimEnd(), `read ${words.line(path, 'look at dreamkeeper.yaml')}`)),
    );
  }
  return parts.length === 0 ? [] : ['Canon, to be read and not to be written:', ...parts];

  function textOf(path: string): string | undefined {
    // A home travels by clone: whoever wrote its settings does not choose what of ours goes to a provider.
    if (isHidden(path)) return '(it is private)';
    // A link or a folder in its place: the run goes on, and is told.
    const read = tryOr(
      () => world.files.read(home.home, path),
      ({ message }) => `(cannot be read: ${message})`,
    );
    // As a whole: a key may stand on many lines, and is cut apart later.
    return read === undefined || typeof read === 'string' ? read : words.redact(decodeUtf8(read));
  }
}
