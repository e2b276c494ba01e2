// What git does not show of a project: repositories inside it, pipes and sockets. No git is started in them, for they bring their settings.
import { join } from 'node:path';
import { isHomeFile } from '../facts/facts.ts';
import type { AgentHome, ChangedFile, Repository } from '../world/world.ts';

/** More than this is not looked at: in the project, and in each repository inside. */
const most = { around: 20_000, inside: 5000 } as const;

interface Walk {
  /** How many more may be looked at. */
  left: number;
  readonly skips: (path: string) => boolean;
}

/**
 * Each as a new file: a repository by its folder (`vendor/`), with the names, sizes and times of what lies in it in the place of content.
 * What git ignores, the home and the worktrees that harnesses make are not among them.
 */
export async function besideGit({ world, home }: AgentHome, repository: Repository): Promise<readonly ChangedFile[]> {
  const { worktree } = repository.place;
  if (worktree === undefined) return [];
  const ignored = await ignoredIn(repository);
  const skips = (path: string): boolean =>
    ignored.has(path) ||
    isHomeFile(path, home.shape) ||
    join(worktree, path, '.') === join(home.home, '.') ||
    world.harnesses.isTheirs(path);
  const found: ChangedFile[] = [];
  walk(world.disk, worktree, '', { left: most.around, skips }, (path, { kind, written, identity }) => {
    const isRepository = kind === 'folder' && world.disk.at(join(worktree, path, '.git')) !== undefined;
    if (isRepository || kind === 'other')
      found.push({
        path,
        kind: 'new',
        blob: world.files.hash(Buffer.from(isRepository ? contentsOf(world.disk, join(worktree, path)) : identity)),
        written: new Date(written).toISOString(),
      });
    return !isRepository;
  });
  return found;
}

type Disk = AgentHome['world']['disk'];
type Seen = NonNullable<ReturnType<Disk['at']>>;

/** Folders end with a slash. `visit` says whether to go into one; links are not followed, and git's own folders are left out. */
function walk(disk: Disk, root: string, folder: string, at: Walk, visit: (path: string, seen: Seen) => boolean): void {
  for (const name of disk.names(join(root, folder))) {
    if (at.left <= 0) return;
    at.left -= 1;
    const seen = name === '.git' ? undefined : disk.at(join(root, folder, name));
    if (seen === undefined) continue;
    const path = `${folder}${name}${seen.kind === 'folder' ? '/' : ''}`;
    if (!at.skips(path) && visit(path, seen) && seen.kind === 'folder') walk(disk, root, path, at, visit);
  }
}

/** In words that change when a file in it does. */
function contentsOf(disk: Disk, folder: string): string {
  const lines: string[] = [];
  walk(disk, folder, '', { left: most.inside, skips: () => false }, (path, { kind, size, written, identity }) => {
    lines.push(kind === 'folder' ? path : `${path} ${size} ${written} ${identity}`);
    return true;
  });
  return lines.join('\n');
}

/** Folders that are ignored as a whole are named once, with a slash. Where git cannot say, nothing is. */
async function ignoredIn(repository: Repository): Promise<ReadonlySet<string>> {
  const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'];
  const listed = await repository.inside(args);
  return new Set(listed.kind === 'ok' ? listed.stdout.toString('utf8').split('\0') : []);
}
