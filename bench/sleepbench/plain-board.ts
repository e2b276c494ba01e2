// The board as a plain file says it, for arms that have none of their own: open tasks, and the one on top.
import type { Event, TaskState } from './arm.ts';

export interface PlainBoard {
  write(event: Event): void;
  /** `Next on the board: …`, and a line for each open task. */
  lines(): string[];
}

export function plainBoard(): PlainBoard {
  const states = new Map<string, TaskState>();
  return {
    write: (event) => {
      if (event.kind === 'task') states.set(event.title, event.state);
    },
    lines: () => {
      const inState = (wanted: TaskState): string[] =>
        [...states].flatMap(([title, state]) => (state === wanted ? [`${state} ${title}`] : []));
      const open = [...inState('DOING'), ...inState('NEXT'), ...inState('TODO')];
      const [first] = open;
      return [...(first === undefined ? [] : [`Next on the board: ${first}`]), ...open.map((line) => `- ${line}`)];
    },
  };
}

/** The newest lines that fit, in their order, below what always stands there. */
export function packOf(above: readonly string[], lines: readonly string[], most = 4000): string {
  let left = most - above.join('\n').length - 1;
  const fit: string[] = [];
  for (const line of lines.toReversed()) {
    left -= line.length + 1;
    if (left < 0) break;
    fit.unshift(line);
  }
  return [...above, ...fit].join('\n');
}
