// A question widened by what notes were about when they were written down: one that was put into other words since is still found by its first ones.
import { tryOr } from '../errors/errors.ts';
import type { Memories } from '../facts/facts.ts';
import { memoryPath } from '../memory/memory.ts';
import { redactSecrets } from '../secrets/secrets.ts';
import { cut } from '../text/text.ts';
import type { AgentHome } from '../world/world.ts';
import { memoriesOf } from './hit-memories.ts';
import { tellingStems } from './query-key.ts';
import type { Hit, RecallQuery } from './recall-home.ts';
import { snippetOf } from './snippet.ts';
import { shownIn } from './sources.ts';

/** What such a hit counts against one whose words stand in its file. */
const share = 0.3;

/** Whether a memory was about half of a question, and about two of its words, when it was written down. */
export function wasAbout(question: string): (memory: { readonly concepts: readonly string[] }) => boolean {
  const asked = tellingStems(question);
  return ({ concepts }) => {
    const shared = sharedOf(asked, concepts);
    return shared >= Math.min(2, asked.size) && shared * 2 >= asked.size && shared > 0;
  };
}

const sharedOf = (asked: ReadonlySet<string>, concepts: readonly string[]): number =>
  concepts.length === 0 ? 0 : [...tellingStems(concepts.join(' '))].filter((word) => asked.has(word)).length;

/** As many more hits as there is room for. They come last. */
export function widenedBy(
  { world, home, settings }: Pick<AgentHome, 'world' | 'home' | 'settings'>,
  { question, most = 5, shows }: RecallQuery,
  hits: readonly Hit[],
  memories: Memories,
): Hit[] {
  const asked = tellingStems(question);
  const there = new Set(memoriesOf(hits, question, memories).map((note) => note?.id));
  const allow = settings.secrets?.allow ?? [];
  const isWanted = wasAbout(question);
  const found = memories.notes
    .filter((note) => !there.has(note.id) && isWanted(note))
    .map((note) => ({ note, shared: sharedOf(asked, note.concepts) }))
    .toSorted((one, other) => other.shared - one.shared);
  const least = hits.at(-1)?.score ?? share;
  return found.slice(0, Math.max(0, most - hits.length)).flatMap(({ note, shared }) => {
    const placed = memories.placed.find(
      ({ path, line }) => path === note.places[0]?.path && line === note.places[0].line,
    );
    const content = placed === undefined ? undefined : tryOr(() => world.files.read(home.home, placed.path));
    if (placed === undefined || content === undefined) return [];
    const path = shownIn(home)(placed.path);
    if (shows?.(path) === false) return [];
    const { line, endLine, section, text } = placed;
    return [
      {
        ...{ path, line, endLine, origin: placed.path === memoryPath ? 'memory' : 'notes' },
        headline: cut(redactSecrets(section.length === 0 ? text : section.join(' › '), { allow }), 160),
        snippet: snippetOf({ content, from: placed.from, to: placed.to }, asked, allow),
        score: Math.min(least, Math.round(((share * shared) / asked.size) * 1000) / 1000),
      } as const,
    ];
  });
}
