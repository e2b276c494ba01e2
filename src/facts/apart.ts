// Whether the work of an agent lies where we look: a home may be the only repository, with nobody's work in it.
import type { FoundHome } from '../world/world.ts';
import type { Facts } from './facts-types.ts';

/** The home is the only repository, and nothing in it is anybody's work: what its agent works on is somewhere else, and commits are nothing to it. */
export function isWorkApart(
  { repository, project }: Pick<FoundHome, 'repository' | 'project'>,
  facts: Pick<Facts, 'commits' | 'project'>,
): boolean {
  return repository.commonDir === project.commonDir && facts.commits.length + facts.project.changed.length === 0;
}
