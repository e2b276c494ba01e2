// What a person wrote into a file of memory and nobody committed yet is committed as theirs first: else an undo could not tell it from what came.
import { heldBack, inCommit, makeChange, netOf } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import type { AgentHome } from '../world/world.ts';

/** Those of some files that no commit has. Throws where nobody but a person may commit them. */
export async function unsavedAmong({ world, home, settings }: AgentHome, paths: readonly string[]): Promise<string[]> {
  const repository = await world.git.open(home.repository, home.privateDir);
  const committed = await inCommit(repository, await repository.head(), paths);
  const there = paths.filter(
    (path) => world.files.read(home.home, path) !== undefined && committed.get(path) === undefined,
  );
  const net = netOf(settings);
  for (const path of there) {
    const why = heldBack(net, path, world.files.read(home.home, path));
    if (why === undefined && home.shape !== 'one') continue;
    throw new DreamkeeperError('E_CONFLICT', `${path} is in no commit yet${why === undefined ? '' : `, and ${why}`}`, {
      hint: `Nothing was changed, because \`dk undo\` could not tell it from what comes. ${why === undefined ? 'Commit it first.' : 'Take the credential out first.'}`,
    });
  }
  return there;
}

/** Under the lock: what another adoption is just writing is nobody's own. */
export async function saveFirst(place: AgentHome, paths: readonly string[]): Promise<void> {
  await makeChange(place.world, place.home, {
    files: [],
    first: async () =>
      (await unsavedAmong(place, paths)).map((path) => ({ path, isHosts: true, isTheirs: true, edit: asItIs })),
    subject: 'day: memory',
    agent: place.agent,
    secrets: place.settings.secrets,
  });
}

const asItIs = (content: Uint8Array | undefined): Uint8Array | undefined => content;
