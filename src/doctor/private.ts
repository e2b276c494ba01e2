// What is private stays so: rights, what git must never see, and the note that leads a project to its home.
import { join } from 'node:path';
import { isPrivateName, privateLineOf } from '../steps/steps.ts';
import type { FoundHome, LeftPiece, Place, Repository, World } from '../world/world.ts';
import { type Finding, type Found, finding, some } from './finding.ts';
import { namesIn, type OpenRepository } from './open-repository.ts';
import type { Patient } from './patient.ts';
import { stateFolder } from './read-state.ts';

/** What others on this machine could read, or you could not: our folders, and the record of the day. Inside a folder of 0700 nobody else gets. */
export function wrongModes({ world, home }: Place): { path: string; mode: number }[] {
  const folders = [...new Set([home.privateDir, stateFolder(world, home) ?? home.privateDir])].filter(
    (folder) => world.disk.at(folder)?.kind === 'folder',
  );
  const open = folders.filter((folder) => isOpen(world, folder));
  const shut = folders.flatMap((folder) => [folder, ...world.disk.names(folder).map((name) => join(folder, name))]);
  const records = recordsIn(world, home).map((name) => join(home.home, name));
  const inside = open.flatMap((folder) => world.disk.names(folder).map((name) => join(folder, name)));
  return [
    ...open.map((path) => ({ path, mode: 0o700 })),
    ...[...inside, ...records]
      .filter((path) => isOpen(world, path))
      .map((path) => ({ path, mode: modeOf(world, path) })),
    ...[...shut, ...records]
      .filter((path) => !isOpen(world, path) && isShut(world, path))
      .map((path) => ({ path, mode: modeOf(world, path) })),
  ];
}

const modeOf = (world: World, path: string): number => (world.disk.at(path)?.kind === 'folder' ? 0o700 : 0o600);

/** Its owner may not use it. */
function isShut(world: World, path: string): boolean {
  const seen = world.disk.at(path);
  const own = modeOf(world, path);
  return seen?.mode !== undefined && ['file', 'folder'].includes(seen.kind) && (seen.mode & own) !== own;
}

function isOpen({ disk }: World, path: string): boolean {
  const seen = disk.at(path);
  return seen !== undefined && ['file', 'folder'].includes(seen.kind) && ((seen.mode ?? 0) & 0o077) !== 0;
}

/** The record of the day, and the pieces of it that were put aside. */
export function recordsIn(world: World, home: FoundHome): string[] {
  return world.files.list(home.home, '.').filter((name) => /^_.*\.jsonl$/u.test(name));
}

/** All that lies there and is private by its name. */
function privateFiles(world: World, home: FoundHome): string[] {
  const names = (folder: string): readonly string[] => world.disk.names(join(home.home, folder));
  const agents = names('.self').flatMap((name) => names(`.self/${name}`).map((file) => `.self/${name}/${file}`));
  const own = [...names('.self').map((name) => `.self/${name}`), ...agents];
  return [...recordsIn(world, home), ...own.filter(isPrivateName)];
}

export function checkModes(patient: Patient): Found {
  const wrong = wrongModes(patient).map(({ path }) => path);
  const open = wrong.filter((path) => isOpen(patient.world, path));
  const shut = wrong.filter((path) => !open.includes(path));
  const hint = '`dk doctor --fix` sets 0700 for folders and 0600 for files.';
  const tell = (paths: readonly string[], what: string): Finding | false =>
    paths.length > 0 && finding('private-mode', `${what}: ${some(paths)}.`, hint, true);
  return [
    tell(open, 'Others on this machine can read private files'),
    tell(shut, 'You yourself cannot read or write private files'),
  ];
}

/** Pieces of the record that somebody else put there, or could have written. What git tracks is told by its own check. */
export async function foreignPieces({ world, home }: Place): Promise<readonly LeftPiece[]> {
  return (await world.lines.day(home)).left.filter(
    // What lies in the place of a record is told by its own check, too.
    ({ why }) => why !== 'git tracks it' && !['it is not a plain file', 'it has a second name'].includes(why),
  );
}

export async function checkRecord(patient: Patient): Promise<Found> {
  const foreign = await foreignPieces(patient);
  if (foreign.length === 0) return [];
  return finding(
    'record-foreign',
    `Dreamkeeper does not read these files of recorded steps, because somebody else could have written them: ${some(foreign.map(({ name, why }) => `${name} (${why})`))}.`,
    '`dk doctor --fix` moves them to lost-and-found in the private folder. If one is yours, look at it there, set 0600 and move it back.',
    true,
  );
}

/** Private files of ours that somebody copied into the tree. */
const ofPrivateKind =
  /(?:^|\/)dreamkeeper\/(?:receipts\.jsonl|(?:state|lock|night|indexing|(?:tick|index)-[^/]+)\.db|(?:pack|woken)-[^/]+\.json)$/u;

export async function checkTracked(_: Patient, { repository, around }: OpenRepository): Promise<Found> {
  const inHome = (await tracked(repository, ':(top,glob)**/dreamkeeper/*')).filter((path) => ofPrivateKind.test(path));
  const inProject = around === undefined ? [] : await tracked(around, '.dream');
  return [
    inHome.length > 0 &&
      finding(
        'private-tracked',
        `Git tracks private files: ${some(inHome)}. Dreamkeeper does not read them, because a commit can come from anybody.`,
        'If it is your own record, run `git rm --cached` on it in the home and commit; if it was pushed, others know what is in it. If it is not yours, remove it with `git rm`, because Dreamkeeper reads it once git does not track it any more.',
      ),
    inProject.length > 0 &&
      finding(
        'private-tracked',
        `The project's git tracks the home: ${some(inProject)}.`,
        'Run `git rm --cached -r .dream` in the project and commit; the home is a repository of its own.',
      ),
  ];
}

async function tracked(repository: Repository, ...patterns: string[]): Promise<string[]> {
  const ask = (...more: string[]) =>
    repository.inside(['ls-files', '-z', ...more, '--', ...patterns], { env: { GIT_LITERAL_PATHSPECS: '0' } });
  const both = await ask('--with-tree=HEAD');
  // Before the first commit there is only the index.
  return namesIn(both.kind === 'ok' ? both : await ask());
}

/** What git would show, or take in with `add -A`. Ignored by whatever rule is as good. */
export async function missingLines(
  { world, home }: Patient,
  { repository, around }: OpenRepository,
): Promise<{ commonDir: string; line: string }[]> {
  const missing: { commonDir: string; line: string }[] = [];
  // One question for each line: of all files that it hides, one will do.
  const files = privateFiles(world, home).map((path) => [privateLineOf(path), path] as const);
  const seen = await notIgnored(repository, [...new Map(files).values()]);
  for (const [line, path] of files)
    if (line !== undefined && seen.has(path)) missing.push({ commonDir: repository.place.commonDir, line });
  if (around !== undefined && (await notIgnored(around, ['.dream/'])).size > 0)
    missing.push({ commonDir: around.place.commonDir, line: '/.dream/' });
  return missing;
}

/** Those that git would show; none if it cannot say. */
async function notIgnored(repository: Repository, paths: readonly string[]): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  const input = paths.map((path) => `${path}\0`).join('');
  // That command knows no literal paths, and these are not read as patterns.
  const env = { GIT_LITERAL_PATHSPECS: '0' };
  const answer = await repository.inside(['check-ignore', '--no-index', '--stdin', '-z'], { env, input });
  const isKnown = answer.kind === 'ok' || (answer.kind === 'failed' && answer.exit === 1);
  const ignored = new Set(namesIn(answer));
  return new Set(isKnown ? paths.filter((path) => !ignored.has(path)) : []);
}

export async function checkExcludes(patient: Patient, open: OpenRepository): Promise<Finding[]> {
  return (await missingLines(patient, open)).map(({ commonDir, line }) =>
    finding(
      'exclude-missing',
      `${join(commonDir, 'info', 'exclude')} lacks the line ${line}: \`git add -A\` would add private files.`,
      '`dk doctor --fix` adds the line; nothing of yours changes.',
      true,
    ),
  );
}

/** The note in a project's git folder that names its home. */
export function brokenLink(world: World, commonDir: string): string | undefined {
  const note = noteIn(world, commonDir);
  if (note === undefined || note === '') return undefined;
  const look = world.places.look(note);
  const isHome = look.kind === 'folder' && look.entries.includes('dreamkeeper.yaml') && look.place !== undefined;
  return isHome ? undefined : note;
}

function noteIn(world: World, commonDir: string): string | undefined {
  if (world.disk.at(join(commonDir, 'dreamkeeper', 'home'))?.kind !== 'file') return undefined;
  const text = Buffer.from(world.files.read(commonDir, 'dreamkeeper/home') ?? []).toString('utf8');
  return text.replace(/\r?\n$/u, '');
}

export function tellOfLink(note: string, commonDir: string): Finding {
  return finding(
    'link-broken',
    `The project's home should be at ${note}, but there is none.`,
    `Bring it back, or make another with \`dk init --home <folder>\`; the note is ${join(commonDir, 'dreamkeeper', 'home')}.`,
  );
}

export function checkLink({ world, home }: Patient): Found {
  const { commonDir } = home.project;
  const note = brokenLink(world, commonDir);
  return note !== undefined && tellOfLink(note, commonDir);
}
