// Which part of memory a model reads tonight, and whether it read all of it since it last changed: nobody is paid twice for the same.
import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { isNight, type LedgerRead } from '../journal/journal.ts';
import type { Held } from './held.ts';
import { type Part, partsOf } from './prompt.ts';

const judged = z.object({
  /** Of the file as it was left. */
  memory: z.string(),
  part: z.int().check(z.minimum(0)),
  of: z.int().check(z.minimum(1)),
  /** How many parts in a row were read since somebody else changed it. */
  read: z.int().check(z.minimum(0)),
});
const part = z.object({ name: z.literal('curate'), judged });

export type Judged = Readonly<z.infer<typeof judged>>;

export const fingerprint = (content: Uint8Array): string => hash('sha256', content, 'hex');

export interface Turn {
  readonly part: Part;
  readonly read: number;
  /** All of it was read as it is. */
  readonly isOld: boolean;
}

export function turnIn(
  ledger: LedgerRead,
  agent: string,
  content: Uint8Array,
  held: readonly Held[],
): Turn | undefined {
  const last = ledger.lines
    .filter(isNight)
    .filter((night) => night.agent === agent)
    .flatMap(({ acts = [] }) => acts.flatMap((act) => part.safeParse(act).data?.judged ?? []))
    .at(-1);
  const parts = partsOf(held);
  const isSame = last?.memory === fingerprint(content);
  const next = last === undefined ? 0 : (last.part + 1) % parts.length;
  const chosen = parts[next];
  if (chosen === undefined || chosen.entries.length === 0) return undefined;
  return { part: chosen, read: isSame ? (last?.read ?? 0) : 0, isOld: isSame && (last?.read ?? 0) >= parts.length };
}
