// What recall found, for somebody who reads or for an agent: every word of it stands in the frame, whoever wrote it.
import type { Answer, IndexTold } from '../recall/recall.ts';
import { counted } from '../text/text.ts';
import { framed } from './frame.ts';
import { othersWords } from './others-words.ts';

/** Each hit in two lines (or one, where the second would say the same), inside the frame; what was not looked at is said outside. */
export function recalledText(
  { hits, stopped, unread, embedder, index }: Answer,
  allow: readonly string[],
  code: string,
): string {
  const words = othersWords(allow);
  const others = hits.flatMap(({ path, line, endLine, headline, snippet, origin, memory, gone }) => {
    const lines = line === endLine ? `${line}` : `${line}-${endLine}`;
    const where = `see ${words.names.path(path)}, line ${line}`;
    const whose = memory === null ? '' : `, ${memory.id}${memory.origin === 'untrusted' ? ', untrusted' : ''}`;
    const when = gone === undefined ? '' : `, until ${gone.until.slice(0, 10)}, in commit ${gone.commit.slice(0, 12)}`;
    const title = words.line(`[${path}:${lines}] ${headline}`, where);
    // First what we say ourselves: nothing that stands in a file, or in its name, comes before it.
    const first = `(${origin}${whose}${when}) ${title}`;
    // A note of one line has been told by its first line.
    return isSaid(snippet, headline) ? [first] : [first, `  ${words.line(snippet, where)}`];
  });
  const notes = [
    ...(index === undefined ? [] : [aboutIndex(index)]),
    ...(stopped === null
      ? []
      : [
          `Stopped at ${words.names.path(stopped.path)}: too many ${stopped.by}. What comes after it was not looked at.`,
        ]),
    ...(embedder.why === null || embedder.name === 'none' || hits.length === 0
      ? []
      : [
          `The embedder ${words.names.command(embedder.name)} was ${embedder.used ? 'used instead' : 'not used'}: ${embedder.why}.`,
        ]),
    ...(unread === 0 ? [] : [`${counted(unread, 'file')} could not be read.`]),
  ];
  return framed(code, hits.length === 0 ? ['(no relevant context found)'] : [], others, notes);
}

function isSaid(snippet: string, headline: string): boolean {
  return snippet.replace(/^(?:[-*+]|\d+[.)])\s+/u, '') === headline;
}

/** Its name is one that we allowed; its folder is not told, because others may have named it. */
function aboutIndex({ name, built, stale: { changed, gone, new: added } }: IndexTold): string {
  const day = built.slice(0, 10);
  if (changed + gone + added === 0) return `From the index ${name} of ${day}, which is up to date.`;
  const since = `${counted(changed, 'file')} changed, ${gone} gone, ${added} new since then`;
  return `From the index ${name} of ${day}: ${since}. \`dk index update ${name}\` brings it up to date.`;
}
