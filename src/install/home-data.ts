// `dk uninstall claude --data`: the home itself, shown first, and removed only if it is one of its own beside a project.
import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DreamkeeperError } from '../errors/errors.ts';
import { entriesAmong } from '../journal/journal.ts';
import { printSafe } from '../text/text.ts';
import type { FoundHome, World } from '../world/world.ts';
import { removeLine } from './exclude-line.ts';
import type { Installation } from './installed.ts';

export interface HomeData {
  readonly home: string;
  readonly dreams: number;
  readonly commits: number;
  /** Files in it that are in no commit. */
  readonly uncommitted: number;
  /** Why we do not remove it, and how its owner can; undefined if we would. */
  readonly stays: string | undefined;
}

const line = '/.dream/';

export async function lookAtData(world: World, found: FoundHome): Promise<HomeData> {
  const repository = await world.git.open(found.repository, found.privateDir);
  const counted = await repository.inside(['rev-list', '--count', 'HEAD', '--']);
  const changed = await world.git.changed(repository);
  return {
    home: found.home,
    uncommitted: changed.files.length + changed.more,
    dreams: entriesAmong(world.files.list(found.home, 'rem')).length,
    commits: counted.kind === 'ok' ? Number(counted.stdout.toString('utf8').trim()) : 0,
    stays: whyItStays(found),
  };
}

function whyItStays({ home, shape, project }: FoundHome): string | undefined {
  if (shape === 'one')
    return 'home and project are one repository here, so it is not ours to remove: delete plan.org, dreamkeeper.yaml and rem/ yourself if you want to.';
  // A home beside another project may have been found from here, by a link, by its name, or from a repository inside that project.
  const isThisProjects = home === join(project.mainWorktree ?? '', '.dream') && lstatSync(home).isDirectory();
  if (shape !== 'nested' || !isThisProjects)
    return 'it is not this project’s own, and others may use it: remove that folder yourself if you want to.';
  return undefined;
}

/** Removes the home and the line that hid it. Waits for nobody: a night that is under way keeps it. */
export function removeData(world: World, home: FoundHome, notes: readonly Installation[]): void {
  if (whyItStays(home) !== undefined) throw new TypeError('it was looked at before');
  const night = world.locks.take(home.privateDir, 'night.db');
  const change = world.locks.take(home.privateDir, 'lock.db');
  try {
    if (night === undefined || change === undefined) {
      throw new DreamkeeperError('E_REPO_BUSY', `something is going on in ${printSafe(home.home)} just now`, {
        hint: 'Run this again in a moment. The home is as it was.',
      });
    }
    rmSync(home.home, { recursive: true, maxRetries: 3 });
  } finally {
    night?.release();
    change?.release();
  }
  const { commonDir } = home.project;
  const was = notes.find(({ exclude }) => exclude?.commonDir === commonDir)?.exclude?.before;
  removeLine(world, { commonDir, line }, was);
}
