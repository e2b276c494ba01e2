// What lies where something of ours belongs: a folder or a link in place of a file, a file in place of a folder.
import { dirname, join, relative } from 'node:path';
import { heardName, tallyFile } from '../steps/steps.ts';
import type { FoundHome, World } from '../world/world.ts';
import { type Finding, finding } from './finding.ts';
import type { Patient } from './patient.ts';
import { putAside } from './put-aside.ts';
import { stateFolder } from './read-state.ts';

interface TakenPlace {
  readonly path: string;
  readonly wanted: 'file' | 'folder';
  /** What lies there, in words. */
  readonly lies: string;
}

/** What we keep in the private folder. What says so itself (the databases) is not in it; the switch has its own rule. */
const privatePlaces: readonly (readonly [name: RegExp, wanted: TakenPlace['wanted']])[] = [
  [/^(?:receipts|runs|made-here)(?:\.\d{8}T\d{9}Z-[0-9a-f]+)?\.jsonl$/u, 'file'],
  [/^(?:pack|woken|daydreams)-[a-z0-9_-]+\.json$/u, 'file'],
  [
    /^(?:drops|elsewhere|exclude-before\.json|home|installed-[a-z]+\.json|ledger-known\.json|state\.db-sealed\.json)$/u,
    'file',
  ],
  [/^last-words(?:-[0-9a-f]{12})?\.json$/u, 'file'],
  [heardName, 'file'],
  [tallyFile, 'file'],
  [/^run-[A-Za-z0-9-]+\.txt$/u, 'file'],
  [/^(?:lens-sha(?:1|256)|lost-and-found)$/u, 'folder'],
];
const homePlaces: typeof privatePlaces = [
  [/^_steps(?:\.\d{8}T\d{9}Z-[0-9a-f]+)?\.jsonl$/u, 'file'],
  [/^notes$/u, 'folder'],
];

function takenPlaces(world: World, home: FoundHome): TakenPlace[] {
  const own = takenAt(world, home.privateDir, 'folder');
  const folders = new Set([home.privateDir, stateFolder(world, home) ?? home.privateDir]);
  return [
    ...own,
    ...(own.length > 0 ? [] : [...folders].flatMap((folder) => takenIn(world, folder, privatePlaces))),
    ...takenIn(world, home.home, homePlaces),
    ...unusable(world, join(home.privateDir, switchName)),
    ...excludesOf(home).flatMap((path) => unusable(world, path)),
  ];
}

const switchName = 'off.json';

/** With a folder in this place git reads no folder of that repository, and no night can begin. */
function excludesOf({ repository, project }: FoundHome): string[] {
  const folders = new Set([repository.commonDir, project.commonDir]);
  return [...folders].map((folder) => join(folder, 'info', 'exclude'));
}

/** Links and second names are left alone here: git and the switch can be used through them, and a person may have put them there. */
function unusable(world: World, path: string): TakenPlace[] {
  const kind = world.disk.at(path)?.kind;
  return kind === 'folder' || kind === 'other' ? takenAt(world, path, 'file') : [];
}

function takenIn(world: World, folder: string, places: typeof privatePlaces): TakenPlace[] {
  return world.disk.names(folder).flatMap((name) => {
    const wanted = places.find(([pattern]) => pattern.test(name))?.[1];
    return wanted === undefined ? [] : takenAt(world, join(folder, name), wanted);
  });
}

function takenAt(world: World, path: string, wanted: TakenPlace['wanted']): TakenPlace[] {
  const seen = world.disk.at(path);
  // A file with a second name is somebody else's, too: whoever writes into it writes there.
  if (seen === undefined || (seen.kind === wanted && (wanted === 'folder' || seen.names === 1))) return [];
  const lies = { file: 'a file', folder: 'a folder', link: 'a link', other: 'no plain file' }[seen.kind];
  return [{ path, wanted, lies: seen.kind === wanted ? 'a file with a second name elsewhere' : lies }];
}

export async function checkPlaces(patient: Patient): Promise<Finding[]> {
  const { world, home } = patient;
  const findings: Finding[] = [];
  for (const { path, wanted, lies } of takenPlaces(world, home)) {
    const isTheirs = await isTracked(patient, path);
    findings.push(
      finding(
        'place-taken',
        `${path} is ${lies}, where a ${wanted} ${excludesOf(home).includes(path) ? "of git's" : 'of ours'} belongs: ${effectOf(home, path)}.`,
        isTheirs
          ? 'Git tracks it, so you have to move it yourself: move it elsewhere, and commit that.'
          : `\`dk doctor --fix\` moves it into lost-and-found/ in the private folder; ${afterwards(home, path)}.`,
        !isTheirs,
      ),
    );
  }
  return findings;
}

function effectOf(home: FoundHome, path: string): string {
  if (path === join(home.privateDir, switchName)) return 'everything is off here, and `dk on` cannot change that';
  return excludesOf(home).includes(path) ? 'git stops at it, and no night can begin' : 'nothing can be kept there';
}

function afterwards(home: FoundHome, path: string): string {
  if (path === join(home.privateDir, switchName)) return 'it stays off until you say `dk on`';
  return excludesOf(home).includes(path)
    ? 'Dreamkeeper writes its lines again'
    : 'Dreamkeeper makes its own when it needs it';
}

/** What git tracks is the person's own; where git cannot say, it may be. */
async function isTracked({ home, repository }: Patient, path: string): Promise<boolean> {
  if (dirname(path) !== home.home) return false;
  if ('error' in repository) return true;
  const listed = await repository.value.repository.inside(['ls-files', '-z', '--', relative(home.home, path)]);
  return listed.kind !== 'ok' || listed.stdout.length > 0;
}

/** Moves what is in the way aside, and makes room; nothing is deleted. */
export async function clearPlaces(patient: Patient): Promise<string[]> {
  const { world, home } = patient;
  const done: string[] = [];
  for (const { path } of takenPlaces(world, home)) {
    if (await isTracked(patient, path)) continue;
    const isWhereItGoes = [home.privateDir, join(home.privateDir, 'lost-and-found')].includes(path);
    if (isWhereItGoes) {
      // It cannot go into itself: beside it first, and in when there is a folder again.
      const beside = world.disk.putAside(path, dirname(path), world.random(6));
      world.files.makeFolder(home.privateDir, true);
      done.push(putAside(patient, beside, home.privateDir, path));
    } else done.push(putAside(patient, path, home.privateDir));
    if (path === join(home.privateDir, switchName)) stayOff(patient);
  }
  return done;
}

/** Whatever lay there counted as off: that somebody wanted so is not ours to take back. */
function stayOff({ world, home }: Patient): void {
  const off = Buffer.from(`${JSON.stringify({ since: world.now().toISOString(), until: null })}\n`);
  world.files.write(home.privateDir, switchName, off, { expect: world.files.hash(undefined), mode: 0o600 });
}
