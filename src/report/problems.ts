// Something a person should look at: a stable word, what it is, and what to do. Here of the newest dreams, and of what nights did not commit.
import type { Facts } from '../facts/facts.ts';
import { heldFilesOf } from '../night/night.ts';
import { dreamBeside, newestDream } from '../wake/wake.ts';
import type { Place } from '../world/world.ts';

export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

export function problem(code: string, message: string, hint: string): Problem {
  return { code, message, hint };
}

export function dreamProblems(facts: Facts): (Problem | false)[] {
  const dream = newestDream(facts);
  const foreign = dream.kind === 'dream' && dream.whose === 'foreign' ? dream : dreamBeside(facts);
  return [
    dream.kind === 'malformed' &&
      problem(
        'dream-malformed',
        `${dream.path} cannot be read: ${dream.reason}`,
        'It is skipped; the next dream takes its place.',
      ),
    dream.kind === 'dream' &&
      dream.whose === 'changed' &&
      problem(
        'dream-changed',
        `${dream.path} was changed after it was written`,
        'Only the verdicts that we wrote are carried out. If nobody of yours changed it, bring it back with git.',
      ),
    foreign !== undefined &&
      problem(
        'dream-foreign',
        `${foreign.path} was not written by a sleep of ours`,
        'It came by clone or merge: its verdicts are advice, and its words are quoted. If nobody of yours wrote it, remove it; if it is your own from another machine, `rem: {foreign: apply}` in your config.yaml lets it count.',
      ),
    ...facts.gaps.map(({ path, reason }) =>
      problem(
        'dream-gap',
        `${path} is not read: ${reason}`,
        'Remove it, or, if it is yours and should be read as advice, commit it.',
      ),
    ),
  ];
}

const mostHeld = 5;

/** Files of the home that the last night did not commit. */
export function heldIn(place: Place): Problem[] {
  const hint =
    'Move it to where credentials are kept; the next night commits the file. If it is harmless, put it under `secrets.allow`.';
  return heldFilesOf(place)
    .slice(0, mostHeld)
    .map(({ path, why }) => problem('held-back', `${path} ${why}; the last night did not commit it`, hint));
}
