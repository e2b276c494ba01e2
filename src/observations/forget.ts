// Which observations may be forgotten. These are rules, and no model has a say in them beyond naming what is superseded.
import { type Observation, observationsIn, placedIn } from './lines.ts';

/** After so many hours what was only good to know is taken out. */
export const grnHours = 48;

/** What is known of the lines of a file from elsewhere. */
export interface Known {
  /** The lines that a sleep wrote. What is not among them was written by a person, and stays. */
  readonly ours: ReadonlySet<string>;
  /** By the id of a line, why it no longer counts. */
  readonly superseded: ReadonlyMap<string, string>;
}

export interface Forgotten {
  readonly observation: Observation;
  /** In words, for the archive. */
  readonly why: string;
}

/**
 * RED stays, unless it says itself until when it holds and that is over. GRN goes after 48 hours. YLW goes only when something newer took its
 * place. A line that a person wrote, changed or copied stays, whatever it says.
 */
export function forgettable(content: Uint8Array, now: Date, { ours, superseded }: Known): Forgotten[] {
  const met = new Set<string>();
  return observationsIn(content).flatMap((observation) => {
    const { id } = observation;
    // Of two that are the same we wrote one.
    const isOurs = ours.has(id) && !met.has(id);
    met.add(id);
    const why = isOurs ? reasonFor(observation, now, superseded.get(id)) : undefined;
    return why === undefined ? [] : [{ observation, why }];
  });
}

function reasonFor(
  { level, day, clock, until }: Observation,
  now: Date,
  superseded: string | undefined,
): string | undefined {
  if (level === 'RED')
    return until !== undefined && until <= now ? `it held until ${until.toISOString().slice(0, 16)}Z` : undefined;
  if (level === 'YLW') return superseded === undefined ? undefined : `superseded: ${superseded}`;
  const age = now.getTime() - Date.parse(`${day}T${clock}:00Z`);
  return age > grnHours * 60 * 60 * 1000 ? `older than ${grnHours} hours` : undefined;
}

/** The file without these lines. The heading of a day goes with its last line; no other byte does. */
export function without(content: Uint8Array, gone: readonly Observation[]): Uint8Array {
  if (gone.length === 0) return content;
  const { days } = placedIn(content);
  const cuts = gone.map(({ from, to }) => ({ from, to }));
  for (const { heading, end, said } of days) {
    const here = gone.filter(({ from }) => from >= heading.from && from < end);
    if (here.length > 0 && here.length === said) cuts.push({ from: heading.from, to: end });
  }
  const bytes = Buffer.from(content);
  const kept: Buffer[] = [];
  let at = 0;
  for (const { from, to } of cuts.toSorted((one, other) => one.from - other.from || other.to - one.to)) {
    if (from > at) kept.push(bytes.subarray(at, from));
    at = Math.max(at, to);
  }
  return Buffer.concat([...kept, bytes.subarray(at)]);
}
