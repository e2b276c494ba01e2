// What runs left unsaved is kept for a month, and then let go.
import { unlessBug } from '../errors/errors.ts';
import type { Place, Repository } from '../world/world.ts';

/** Where it lies in the home's repository: a ref for each run. */
export const unsavedRefs = 'refs/dreamkeeper/wip';

const days = 30;
/** So many of the youngest stay, however old they seem: the clock of a machine may jump. */
const least = 5;

/** Drops what is older. What fails here can be done another time, and nobody has to be told. */
export async function dropOldUnsaved({ world, home }: Place, opened?: Repository): Promise<void> {
  const olderThan = new Date(world.now().getTime() - days * 24 * 3_600_000);
  const prune = async (): Promise<void> => {
    const repository = opened ?? (await world.git.open(home.repository, home.privateDir));
    await world.git.prune(repository, { below: unsavedRefs, olderThan, keep: least });
  };
  await prune().catch(unlessBug(() => undefined));
}
