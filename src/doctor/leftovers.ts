// What killed processes of ours left lying about: temporary files beside ours, drafts in the private folder.
import { join } from 'node:path';
import { timeOfEntry } from '../journal/journal.ts';
import type { FoundHome, World } from '../world/world.ts';
import { type Finding, finding, some } from './finding.ts';
import type { Patient } from './patient.ts';

const temporary = /^\.(.+)\.[0-9a-f]{24}\.tmp$/u;
const draft = /^(?:(?:blobs|tree|index)-[A-Za-z0-9]{6,24}(?:\.lock)?|held-[0-9a-f]{24})$/u;
/** A living writer is done in milliseconds. */
const oldEnough = 60_000;

/** The files of a home that we write ourselves. */
const ours: readonly (readonly [folder: string, isOurs: (name: string) => boolean])[] = [
  ['.', (name) => ['plan.org', 'dreamkeeper.yaml'].includes(name)],
  [
    'rem',
    (name) => ['ledger.jsonl', 'manifest.json', '.gitattributes'].includes(name) || timeOfEntry(name) !== undefined,
  ],
];

export interface LeftOvers {
  /** Paths of ours in the home that have temporary files beside them. */
  readonly beside: readonly string[];
  /** The same in the private folder, whose writers hold no lock: only old ones. */
  readonly inPrivate: readonly string[];
  /** Names of drafts in the private folder. */
  readonly drafts: readonly string[];
}

export function leftOversIn(world: World, home: FoundHome, now: number): LeftOvers {
  const beside = ours.flatMap(([folder, isOurs]) =>
    world.closely
      .names(join(home.home, folder))
      .flatMap((name) => temporary.exec(name)?.[1] ?? [])
      .filter(isOurs)
      .map((name) => (folder === '.' ? name : `${folder}/${name}`)),
  );
  const names = world.closely.names(home.privateDir);
  const isOld = (name: string): boolean =>
    now - (world.closely.at(join(home.privateDir, name))?.written ?? now) > oldEnough;
  return {
    beside: [...new Set(beside)],
    inPrivate: [...new Set(names.filter(isOld).flatMap((name) => temporary.exec(name)?.[1] ?? []))],
    drafts: names.filter((name) => draft.test(name)),
  };
}

export function checkLeftOvers({ world, home, now, isAtWork }: Patient): Finding[] {
  // What lies there while another dk is at work is that one's.
  if (isAtWork) return [];
  const { beside, inPrivate, drafts } = leftOversIn(world, home, now);
  const besides = [...beside, ...inPrivate.map((name) => `dreamkeeper/${name}`)].map((path) => `a draft of ${path}`);
  const found = [...besides, ...drafts.map((name) => `dreamkeeper/${name}`)];
  if (found.length === 0) return [];
  return [
    finding(
      'leftover',
      'warning',
      `A dk that was killed left temporary files behind: ${some(found)}.`,
      'They do no harm. `dk doctor --fix` takes them away, and nothing else; so do later changes.',
      true,
    ),
  ];
}
