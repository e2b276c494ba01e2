// Something a person should look at: a stable word, what it is, and what to do. Here of the newest dreams, and of what nights did not commit.
import { earlierName, type Facts } from '../facts/facts.ts';
import { heldFilesOf } from '../night/night.ts';
import { counted } from '../text/text.ts';
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
  const earlier = earlierName(facts);
  return [
    earlier !== undefined &&
      problem(
        'agent-renamed',
        `${counted(earlier.dreams, 'dream')} in rem/ ${earlier.dreams === 1 ? 'is' : 'are'} of the agent ${earlier.agent}; this home's agent is ${facts.agent} now, and has none yet`,
        `If it is the same one, write \`agent: ${earlier.agent}\` into dreamkeeper.yaml to go on with them. \`dk journal\` reads them in any case.`,
      ),
    dream.kind === 'malformed' &&
      problem(
        'dream-malformed',
        `${dream.path} cannot be read: ${dream.reason}`,
        'Dreamkeeper skips it; the next dream takes its place.',
      ),
    dream.kind === 'dream' &&
      dream.whose === 'changed' &&
      problem(
        'dream-changed',
        `${dream.path} was changed after it was written`,
        'Dreamkeeper carries out only the verdicts that it wrote itself. If you do not know who changed the file, restore it with git.',
      ),
    foreign !== undefined &&
      problem(
        'dream-foreign',
        `Dreamkeeper did not write ${foreign.path} on this machine`,
        'It came by clone or merge, so it only gives advice. If you do not know who wrote it, remove it. If it is your own, from another machine, set `rem: {foreign: apply}` in your config.yaml to let it count.',
      ),
    ...facts.gaps.map(({ path, reason }) =>
      problem(
        'dream-gap',
        `${path} is not read: ${reason}`,
        'Remove it. Or, if it is yours, commit it; then Dreamkeeper reads it as advice.',
      ),
    ),
  ];
}

const mostHeld = 5;

/** Files of the home that the last night did not commit. */
export function heldIn(place: Place): Problem[] {
  const hint =
    'Take the credential out of the file; then the next night commits the file. If it is no credential, list it under `secrets.allow`.';
  return heldFilesOf(place)
    .slice(0, mostHeld)
    .map(({ path, why }) => problem('held-back', `${path} ${why}; the last night did not commit it`, hint));
}
