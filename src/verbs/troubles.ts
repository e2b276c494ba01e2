// Trouble that a sleeper tells of: each cause once, until the call that it kept from working works again.
import { DreamkeeperError } from '../errors/errors.ts';
import { oneLine } from '../text/text.ts';
import type { SleeperEvent } from './sleeper-types.ts';

type Trouble = Extract<SleeperEvent, { readonly kind: 'trouble' }>;

export interface Troubles {
  /** What there is to tell of an error; undefined if its cause was told. */
  failed(during: string, error: unknown): Trouble | undefined;
  /** A call worked: what kept it from working is over, unless it still keeps another from it. */
  worked(during: string): void;
}

export function troubles(): Troubles {
  /** By cause: the calls that it keeps from working. */
  const known = new Map<string, Set<string>>();
  return {
    failed: (during, error) => {
      const trouble: Trouble = { kind: 'trouble', during, ...told(error) };
      // Numbers and the names of temporary files make no other cause.
      const cause = `${trouble.code} ${trouble.message.replaceAll(/[0-9a-f]{8,}|\d+/giu, '#')}`;
      const kept = known.get(cause);
      if (kept === undefined) known.set(cause, new Set([during]));
      else kept.add(during);
      return kept === undefined ? trouble : undefined;
    },
    worked: (during) => {
      for (const [cause, kept] of known) if (kept.delete(during) && kept.size === 0) known.delete(cause);
    },
  };
}

function told(error: unknown): { readonly code: string; readonly message: string; readonly hint: string } {
  if (error instanceof DreamkeeperError) return { code: error.code, message: error.message, hint: error.hint ?? '' };
  return { code: 'E_BUG', message: wordsOf(error), hint: 'This is a bug of Dreamkeeper, or of what it was given.' };
}

export const wordsOf = (error: unknown): string =>
  error instanceof Error ? oneLine(error.message, 200) : oneLine(String(error), 200);
