// Append only: everything that happened is a line in one log, and no line ever changes.
import type { Arm, Event } from '../arm.ts';
import { packOf } from '../plain-board.ts';
import { newSearch } from '../search.ts';

export const arm: Arm = {
  name: 'append only',
  about: 'A log of everything: notes, calls, commits, pages and words. Asked by words; the pack is its end.',
  open: () => {
    const log: string[] = [];
    const search = newSearch();
    return {
      write: (event) => {
        const line = `${event.at.slice(0, 16)} ${told(event).replaceAll(/\s+/gu, ' ').trim()}`;
        log.push(line);
        search.add(line);
      },
      sleep: () => ({ memory: [...log], spent: { calls: 0, tokens: 0 } }),
      wake: () => packOf([], log),
      ask: (question) => search.best(question, 5),
    };
  },
};

function told(event: Event): string {
  if (event.kind === 'session') return `session ${event.phase}`;
  if (event.kind === 'prompt') return `asked: ${event.text}`;
  if (event.kind === 'note') return `note: ${event.text}`;
  if (event.kind === 'edit') return `edited: ${event.text}`;
  if (event.kind === 'forget') return `deleted: ${event.was}`;
  if (event.kind === 'step') return `${event.tool} ${event.target} ${event.exit ?? 'never ended'} ${event.output}`;
  if (event.kind === 'file') return `wrote ${event.path}`;
  if (event.kind === 'commit')
    return `commit: ${event.subject} ${event.body} ${event.files.map(({ path, text }) => `${path}: ${text}`).join(' ')}`;
  if (event.kind === 'task') return `board: ${event.state} ${event.title}`;
  if (event.kind === 'page') return `read ${event.url}: ${event.text}`;
  return `said: ${event.text}`;
}
