// What a home looks like from outside: everything that a beat of its keeper goes by, as one text, without opening anything.
import { join } from 'node:path';
import { boardPath } from '../board/board.ts';
import { ledgerPath } from '../journal/journal.ts';
import { memoryPath } from '../memory/memory.ts';
import { messagesPath } from '../wake/wake.ts';
import { whereOperator } from '../wire/wire.ts';
import type { FoundHome, Standpoint, World } from '../world/world.ts';

/**
 * A function that holds names and nothing else. It gives undefined while something there was written a moment ago.
 *
 * Files and the folders that they lie in (a file that is made or taken away shows there): the settings, the home's and the operator's; the
 * switch; the board, memory, messages and the ledger; the record of steps and runs; the private state; and what git tracks, in the home's
 * repository and in the project's, because a tracked record is not read.
 */
export async function homeSign(
  { world, home }: { readonly world: World; readonly home: FoundHome },
  at: Standpoint,
): Promise<() => string | undefined> {
  const { signOf } = world.disk;
  const { home: folder, privateDir, repository, project } = home;
  const state = world.stores.folder(privateDir);
  const inHome = ['', 'dreamkeeper.yaml', '_steps.jsonl', 'rem', boardPath, memoryPath, messagesPath, ledgerPath];
  const others = [
    await whereOperator(at),
    ...world.places.switches(home),
    ...new Set([repository.gitDir, project.gitDir].map((place) => join(place, 'index'))),
    ...[privateDir, join(privateDir, 'runs.jsonl'), state, join(state, 'state.db')],
  ];
  return () => signOf([...inHome.map((name) => join(folder, name)), ...others]);
}
