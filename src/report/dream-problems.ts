// What is wrong with the newest dreams: unreadable, changed, from elsewhere, or nobody's to read.
import type { Facts } from '../facts/facts.ts';
import { dreamBeside, newestDream } from '../wake/wake.ts';
import { type Problem, problem } from './problem.ts';

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
