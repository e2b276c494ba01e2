// All damages.
import type { Damage } from './damage.ts';
import { damagesOfFiles } from './damages-of-files.ts';
import { damagesOfGit } from './damages-of-git.ts';
import { damagesOfJournal } from './damages-of-journal.ts';
import { damagesOfPlaces } from './damages-of-places.ts';
import { damagesOfState } from './damages-of-state.ts';

export const damages: readonly Damage[] = [
  ...damagesOfGit,
  ...damagesOfState,
  ...damagesOfJournal,
  ...damagesOfFiles,
  ...damagesOfPlaces,
];
