// What was counted: kills by place, nights, and what went wrong.
import type { Fault, Ill } from './checks.ts';

export interface Tally {
  readonly kills: Map<string, number>;
  inRecovery: number;
  nights: number;
  lives: number;
  readonly faults: (Fault & { readonly where: string })[];
}

export function newTally(): Tally {
  return { kills: new Map(), inRecovery: 0, nights: 0, lives: 0, faults: [] };
}

export const killsIn = ({ kills }: Tally): number => [...kills.values()].reduce((sum, each) => sum + each, 0);

const ills: readonly Ill[] = ['lost', 'doubled', 'torn', 'forged', 'left over'];

/** One line of figures. */
export function figures(tally: Tally, seed: number): string {
  const zeros = ills.map((ill) => `${ill} ${tally.faults.filter((fault) => fault.ill === ill).length}`);
  const places = [...tally.kills].toSorted().map(([probe, count]) => `${probe} ${count}`);
  return [
    `${killsIn(tally)} kills (${tally.inRecovery} in recovery) in ${tally.nights} nights of ${tally.lives} lives`,
    ...[zeros.join(', '), places.join(', '), `seed ${seed}`],
  ].join('; ');
}
