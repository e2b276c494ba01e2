// Asking many sources of which each may fail alone, and some take their time.
import { oneLine } from '../text/text.ts';

/** Asks one source; what it cannot give is named, and the rest goes on. */
export type Attempt = <T>(what: string, ask: () => Promise<T> | T, otherwise: T) => Promise<T>;

/** Problems stand in the order in which was asked, whatever answers first. */
export function attempting(problems: (string | undefined)[]): Attempt {
  return async (what, ask, otherwise) => {
    const place = problems.push(undefined) - 1;
    try {
      return await ask();
    } catch (error) {
      // Whatever it is: one source that fails must not take the others with it, least of all from a run that waits for its pack.
      problems[place] = `${what}: ${error instanceof Error ? oneLine(error.message, 300) : 'unknown'}`;
      return otherwise;
    }
  };
}

/** Asks now, for whoever wants the answer later: git works while we read. */
export function early<T>(ask: () => Promise<T>): Promise<T> {
  const answer = ask();
  // Whoever wants it is told of what went wrong.
  answer.catch(() => undefined);
  return answer;
}
