// A failure half-way is told together with what was done before it, and how to take that back.
import { DreamkeeperError } from '../errors/errors.ts';

/** The same error, which then does not say any more that nothing was changed. Without deeds it is as it was. */
export function withDeeds(error: unknown, done: readonly string[], next: string): unknown {
  if (done.length === 0) return error;
  const known =
    error instanceof DreamkeeperError
      ? error
      : new DreamkeeperError('E_BUG', `this should not have happened: ${String(error)}`, {
          hint: 'It is a bug of ours. Please report it with the lines below.',
        });
  const hint = known.hint.replace(/; nothing was changed\./gu, '.').replace(/\s*\bNothing was changed\./gu, '');
  const deeds = done.map((deed) => `  - ${deed}`).join('\n');
  return new DreamkeeperError(known.code, known.message, {
    hint: `${hint.trim()}\nDone before that:\n${deeds}\n${next}`.trim(),
    cause: error,
  });
}
