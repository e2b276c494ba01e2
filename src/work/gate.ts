// The gate where a home asks for it: what a commit has to say about itself before it lands, or is told of if it landed anyway.
import type { HomeSettings } from '../config/config.ts';
import type { Repository, World } from '../world/world.ts';
import { bars, readGate } from './gate-line.ts';

export const gateExample = `gate: ${bars.map((bar) => `${bar} 2`).join(' · ')} = 12/12, 0 triggers`;

/** Why a commit of these paths with this message does not pass; undefined if it does, or is not asked to. */
export function whyNotThroughGate(
  settings: HomeSettings,
  message: string,
  paths: readonly string[],
): string | undefined {
  const gate = settings.work?.gate ?? false;
  if (gate === false) return undefined;
  if (gate !== true && !paths.some((path) => gate.paths.some((below) => isBelow(path, below)))) return undefined;
  const read = readGate(message);
  if (read.kind === 'none') return `the gate wants a scoreline in the message, such as \`${gateExample}\``;
  return read.reasons.length === 0 ? undefined : `it does not pass the gate: ${read.reasons.join('; ')}`;
}

/** `blog` and `blog/` are the folder and all in it; `blog/**` is the same, as people write it. */
export function isBelow(path: string, below: string): boolean {
  const plain = below.replace(/\/?(?:\*\*?)?$/u, '');
  return plain === '' || path === plain || path.startsWith(`${plain}/`);
}

/** So many commits of one run are looked at; each is a question to git. */
const mostLooked = 20;

/** What to tell of commits that landed without passing: an outside program's commits cannot be held back, but not unseen either. */
export async function gateNotes(
  world: World,
  repository: Repository,
  settings: HomeSettings,
  commits: readonly string[],
): Promise<string[]> {
  if ((settings.work?.gate ?? false) === false) return [];
  const notes: string[] = [];
  for (const commit of commits.slice(0, mostLooked)) {
    const shown = await world.git.show(repository, commit);
    const why = shown && whyNotThroughGate(settings, `${shown.subject}\n\n${shown.body}`, shown.paths);
    if (why !== undefined) notes.push(`Commit ${commit.slice(0, 7)} landed although ${why}.`);
  }
  return notes;
}
