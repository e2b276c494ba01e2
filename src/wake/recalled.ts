// What recall found, for somebody who reads or for an agent: every word of it stands in the frame, whoever wrote it.
import type { Recalled } from '../recall/recall.ts';
import { counted } from '../text/text.ts';
import { framed } from './frame.ts';
import { othersWords } from './others-words.ts';

/** Each hit in two lines, inside the frame; what was not looked at is said outside. */
export function recalledText({ hits, stopped, unread }: Recalled, allow: readonly string[], code: string): string {
  const words = othersWords(allow);
  const others = hits.flatMap(({ path, line, endLine, headline, snippet, origin }) => {
    const lines = line === endLine ? `${line}` : `${line}-${endLine}`;
    const where = `see ${words.names.path(path)}, line ${line}`;
    return [`${words.line(`[${path}:${lines}] ${headline}`, where)} (${origin})`, `  ${words.line(snippet, where)}`];
  });
  const notes = [
    ...(stopped === null
      ? []
      : [
          `Stopped at ${words.names.path(stopped.path)}: too many ${stopped.by}. What comes after it was not looked at.`,
        ]),
    ...(unread === 0 ? [] : [`${counted(unread, 'file')} could not be read.`]),
  ];
  return framed(code, hits.length === 0 ? ['(no relevant context found)'] : [], others, notes);
}
