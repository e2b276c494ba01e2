// A week of nights, as data.
import type { MemoryDeed, MorningCost, MorningNight } from './morning-types.ts';

export interface Week {
  readonly agent: string;
  readonly home: string;
  readonly time: string;
  readonly zone: string;
  /** Seven days, oldest first; the last is today. */
  readonly days: readonly WeekDay[];
  readonly headline: string;
  readonly did: string;
  /** Nights that changed something, oldest first, also those that were taken back. */
  readonly nights: readonly MorningNight[];
  /** How often nights that stand did what to memory. */
  readonly changes: Readonly<Partial<Record<MemoryDeed, number>>>;
  /** The hand-overs of these days that are still kept (the last ten are), oldest first. Tokens are guessed: four characters each. */
  readonly packs: readonly { readonly time: string; readonly characters: number; readonly tokens: number }[];
  /** How often the dreamer was right with what these nights suggested, as far as anybody knows by now. */
  readonly record: { readonly right: number; readonly wrong: number; readonly open: number };
  /** What the figures count, and what the acts of these nights are; a sentence each. */
  readonly legend: readonly string[];
  readonly helps: Helps;
  readonly cost: MorningCost;
  /** How many things wait for a person; `dk report` names them. */
  readonly waits: number;
  readonly unknown: readonly string[];
}

export interface WeekDay {
  /** `2026-06-10`, where the person is. */
  readonly day: string;
  /** `Wed` */
  readonly name: string;
  readonly nights: number;
  /** Attempts that changed nothing. */
  readonly attempts: number;
  /** Notes and entries of `MEMORY.md`, that many days ago at this hour; null if no commit is so old. */
  readonly memories: number | null;
  readonly right: number;
  readonly wrong: number;
  readonly open: number;
}

/** Steps before the first edit of each session that edited something, oldest first. */
export interface Helps {
  readonly withPack: readonly number[];
  readonly withoutPack: readonly number[];
  /** Whether there are enough of both to say anything. */
  readonly isEnough: boolean;
  readonly told: string;
}
