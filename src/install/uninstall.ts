// `dk uninstall <harness>`: everything back as it was before us, or, where somebody edited since, only what is ours taken out.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ExcludeLine, excludeFile, removeExclude, withDeeds } from '../adopt/adopt.ts';
import type { FoundHome, GitPlace, Scope } from '../world/world.ts';
import { beforeUs, keepBefore } from './exclude-before.ts';
import { stands } from './exclude-line.ts';
import { type HomeData, lookAtData, removeData } from './home-data.ts';
import {
  homeAt,
  type Installation,
  noRepository,
  noteFile,
  placeOf,
  placesHere,
  pluginIn,
  projectAt,
  readNotes,
  type SettingsPlace,
  seenFor,
  settingsPath,
  wordsOf,
  writeNotes,
} from './installed.ts';
import { mcpFile, serverIn, withoutServer } from './mcp-entry.ts';
import { withoutOurs } from './plan.ts';
import { removeIfEmpty } from './remove-if-empty.ts';
import { readSettings, type SettingsFile, textOf, writeSettings } from './settings-file.ts';
import type { Site } from './site.ts';
import { planSkillRemoval, type SkillRemoval, takeSkillOut } from './skill.ts';
import { foldersAround, type Left, leftOf, programLeft, stateFolder, type Trace, tracesOf } from './traces.ts';

/** What is done about one file. */
export interface Removal {
  readonly scope: Scope;
  readonly file: SettingsFile;
  /** `restored`: it is as we left it, so the bytes before us come back. `taken-out`: somebody edited since, or nothing is noted. */
  readonly how: 'restored' | 'taken-out';
  /** Null: there is no file any more. */
  readonly after: Uint8Array | null;
  readonly exclude: ExcludeLine | undefined;
  readonly note: Installation | undefined;
  /** The skill that came with it, if it is there. */
  readonly skill: SkillRemoval | undefined;
}

export interface UninstallPlan {
  readonly removals: readonly Removal[];
  /** The home, if it is asked for: whether it goes is in it. */
  readonly data: HomeData | undefined;
  /** What goes besides. */
  readonly traces: readonly Trace[];
  /** What stays, and how it can be taken out. */
  readonly left: readonly Left[];
  readonly found: FoundHome | undefined;
  readonly project: GitPlace | undefined;
  /** Where ours are, too, and stay. */
  readonly others: readonly SettingsPlace[];
  readonly plugin: SettingsPlace | undefined;
}

/** Decides everything. Changes nothing. Without a scope, every place that counts for this project is meant. */
export async function planUninstall(site: Site, scope: Scope | undefined, wantsData = false): Promise<UninstallPlan> {
  const { world, at, setup } = site;
  const found = homeAt(world, at);
  const project = projectAt(world, at);
  if (scope !== undefined && scope !== 'user' && project?.worktree === undefined)
    throw noRepository(at, 'Run this in the project, or with --user for your own settings.');
  const notes = readNotes(site, found);
  const here = placesHere(site);
  const targets = targetsOf(site, scope, here, notes, project);
  const removals: Removal[] = targets.flatMap(
    ({ scope: each, file }) => removalOf(site, each, file, notes, project, scope !== undefined) ?? [],
  );
  removals.push(...serversGoing(site, scope, notes, project));
  const others = here.filter(
    ({ entries, file }) => entries.length > 0 && !removals.some((removal) => removal.file.path === file.path),
  );
  const data = await lookAtData(world, found, project, wantsData);
  const isGoing = data === undefined ? found === undefined : data.stays === undefined;
  const traces = tracesOf(world, found, project, isGoing);
  // With the last of our hooks in a person's own settings goes the note of how those were.
  const isNoteGoing = notes.every(
    ({ scope: of, file }) => of !== 'user' || removals.some(({ note }) => note?.file === file),
  );
  const left = [
    ...removals.flatMap((removal) => [...lineLeft(site, removal, project), ...skillLeft(removal)]),
    ...(wantsData ? [] : keptData(setup.name, isGoing ? data : undefined, traces)),
    ...(await leftOf(world, at, found, traces)).filter(
      ({ path }) => !isNoteGoing || path !== join(stateFolder(at) ?? '', noteFile(setup)),
    ),
    ...programLeft(at),
  ];
  const plugin = pluginIn(setup, here);
  const known = { removals, left, found, project, others, plugin };
  return wantsData ? { ...known, data, traces } : { ...known, data: undefined, traces: [] };
}

/** What would go with `--data`, which was not said. */
function keptData(harness: string, data: HomeData | undefined, traces: readonly Trace[]): Left[] {
  const how = `\`dk uninstall ${harness} --data\` removes it.`;
  return [
    ...(data === undefined ? [] : [{ path: data.home, what: 'what was remembered', how }]),
    ...traces.map(({ path, what, line }) => ({ path, what: line === undefined ? what : `${what}, ${line.line}`, how })),
  ];
}

/** Carries a plan out: the settings first, so that nothing is told to a home that is going. */
export function carryOutUninstall(site: Site, plan: UninstallPlan): void {
  const done: string[] = [];
  // They lie in the home, and say how the exclude file was before us.
  const notes = readNotes(site, plan.found);
  const { world } = site;
  const was = new Map(
    plan.traces.flatMap(({ line }) => {
      const kept = line && beforeUs(world, plan.found, line.commonDir);
      return line === undefined || kept === undefined ? [] : [[line.commonDir, kept] as const];
    }),
  );
  try {
    for (const removal of plan.removals) takeOut(site, plan, removal, done);
    removeTraces(site, plan, { notes, was }, done);
  } catch (error) {
    throw withDeeds(error, done, 'Run the same once more to go on from there.');
  }
}

/** A line that hides another file of ours stays, and belongs to that one from then on. */
function takeOut(site: Site, { found }: UninstallPlan, removal: Removal, done: string[]): void {
  const { world } = site;
  const { file, after, exclude, note, skill } = removal;
  if (skill !== undefined) takeSkillOut(world, skill, done);
  if (!isSame(after, file.bytes)) {
    writeSettings(world, file, after);
    done.push(`took ${note?.isServers === true ? 'our server' : 'our hooks'} out of ${file.path}`);
  }
  if (after === null && note?.madeFolder === true) removeIfEmpty(dirname(file.path));
  if (after === null) for (const folder of note?.madeAround?.toReversed() ?? []) removeIfEmpty(folder);
  const left = readNotes(site, found).filter((each) => each.file !== file.path);
  const heir = left.find((each) => isHiddenBy(each, note));
  if (exclude !== undefined && heir === undefined && removeExclude(world, exclude, note?.exclude?.before))
    done.push(`took ${exclude.line} out of ${excludeFile(exclude)}`);
  const inherited = left.map((each) => (each === heir ? { ...each, exclude: note?.exclude ?? null } : each));
  if (note !== undefined) keepBefore(world, found, note.exclude);
  if (note !== undefined) writeNotes(site, found, inherited);
}

function removeTraces(
  { world, at }: Site,
  { data, traces, found }: UninstallPlan,
  { notes, was }: { readonly notes: readonly Installation[]; readonly was: ReadonlyMap<string, Uint8Array | null> },
  done: string[],
): void {
  const home = data !== undefined && data.stays === undefined ? [data.home] : [];
  const paths = [...home, ...traces.flatMap(({ path, line }) => (line === undefined ? [path] : []))];
  const isBusyWith = home.length > 0 || found?.shape === 'one' ? data?.privateDir : undefined;
  if (paths.length > 0) removeData(world, isBusyWith, paths);
  done.push(...paths.map((path) => `removed ${path}`));
  for (const { line } of traces) {
    if (line === undefined) continue;
    const noted = notes.find(({ exclude }) => exclude?.commonDir === line.commonDir)?.exclude?.before;
    // Of an earlier installation, and so from before this one.
    removeExclude(world, line, was.has(line.commonDir) ? was.get(line.commonDir) : noted);
  }
  for (const folder of foldersAround(traces, at)) removeIfEmpty(folder);
}

/** A line that hides a settings file, and stays: somebody's own file would appear, or nobody knows whose line it is. */
function lineLeft(
  { world, setup }: Site,
  { scope, file, exclude, note, after }: Removal,
  project: GitPlace | undefined,
): Left[] {
  if (scope !== 'local' || exclude !== undefined || project === undefined || note?.isServers === true) return [];
  const line = { commonDir: project.commonDir, line: `/${setup.files.local}` };
  if (!stands(world, line) || (note !== undefined && note.exclude === null)) return [];
  const path = excludeFile(line);
  const how = `Take it out when git may see ${file.path}.`;
  return after !== null && note?.before === null
    ? [{ path, what: `the line ${line.line} hides a file that is yours now`, how }]
    : [{ path, what: `the line ${line.line} may be ours: what was there before is not noted`, how }];
}

function skillLeft({ skill }: Removal): Left[] {
  if (skill?.stays !== true) return [];
  return [
    {
      path: skill.path,
      what: 'our skill, which somebody edited since',
      how: 'Remove the folder if you do not need it.',
    },
  ];
}

function targetsOf(
  site: Site,
  scope: Scope | undefined,
  here: readonly SettingsPlace[],
  notes: readonly Installation[],
  project: GitPlace | undefined,
): readonly { readonly scope: Scope; readonly file: SettingsFile }[] {
  const { world, setup } = site;
  if (scope !== undefined) return [{ scope, file: readSettings(world, settingsPath(site, scope, project)) }];
  // Other worktrees of the same repository, which are not seen from here.
  const noted = notes.filter(
    (each) =>
      each.scope !== 'user' &&
      each.isServers !== true &&
      each.commonDir === (project?.commonDir ?? null) &&
      existsSync(dirname(each.file)) &&
      !here.some(({ file }) => file.path === each.file),
  );
  // What others share, or all projects of a person use, goes only if this home put it there, or if it is named.
  const isTarget = ({ scope: each, file }: SettingsPlace): boolean =>
    each === 'local' || (each === 'shared' && notes.some((note) => note.file === file.path));
  return [...here.filter(isTarget), ...noted.map((each) => placeOf(setup, each.scope, readSettings(world, each.file)))];
}

/** The files of servers that we put ours into, as they are noted; and the one here, where no note says so. */
function serversGoing(
  site: Site,
  scope: Scope | undefined,
  notes: readonly Installation[],
  project: GitPlace | undefined,
): Removal[] {
  const { world } = site;
  const scopes = (['local', 'shared'] as const).filter((each) => scope === undefined || each === scope);
  const noted = notes.filter((each) => each.isServers === true && scopes.some((one) => one === each.scope));
  const ofHere = noted.filter((each) => each.commonDir === (project?.commonDir ?? null));
  // Without a note, one that came with a clone, or by hand, goes only where it is named.
  const path = scope === undefined ? undefined : mcpFile(site, scope, seenFor(world, scope, project));
  const unnoted =
    path === undefined || ofHere.some(({ file }) => file === path) ? [] : [{ file: path, note: undefined }];
  return [...ofHere.map((note) => ({ file: note.file, note })), ...unnoted].flatMap(
    ({ file: each, note }): Removal[] => {
      const file = readSettings(world, each);
      const isAsWeLeftIt =
        note !== undefined && file.bytes !== undefined && world.files.hash(file.bytes) === note.after;
      if (note === undefined && serverIn(file) === undefined) return [];
      const after = isAsWeLeftIt
        ? note.before
        : serverIn(file) === undefined
          ? (file.bytes ?? null)
          : withoutServer(file, note);
      const staysHidden = after !== null && note?.before === null;
      const exclude = note?.exclude === null || staysHidden ? undefined : note?.exclude;
      const how = isAsWeLeftIt ? ('restored' as const) : ('taken-out' as const);
      return [{ scope: note?.scope ?? scope ?? 'local', file, how, after, exclude, note, skill: undefined }];
    },
  );
}

function removalOf(
  site: Site,
  scope: Scope,
  file: SettingsFile,
  notes: readonly Installation[],
  project: GitPlace | undefined,
  isNamed: boolean,
): Removal | undefined {
  const { world, setup } = site;
  const note = notes.find((each) => each.file === file.path);
  const isAsWeLeftIt = note !== undefined && file.bytes !== undefined && world.files.hash(file.bytes) === note.after;
  // What cannot be read is only a problem if something of ours may be in it.
  const mayBeOurs = note !== undefined || wordsOf(file).includes(`--from ${setup.name}`);
  const skill = planSkillRemoval(site, scope, seenFor(world, scope, project), note, isNamed);
  if (!mayBeOurs && skill === undefined) return undefined;
  if (!isAsWeLeftIt) textOf(file, setup);
  const after = isAsWeLeftIt ? note.before : withoutOurs(setup, file.bytes, note);
  if (note === undefined && isSame(after, file.bytes) && skill === undefined) return undefined;
  // A file that was not there before us and now holds somebody's own stays hidden: their `git status` must not change by our leaving.
  const staysHidden = after !== null && note?.before === null;
  const exclude = note?.exclude === null || staysHidden ? undefined : note?.exclude;
  return { scope, file, how: isAsWeLeftIt ? 'restored' : 'taken-out', after, exclude, note, skill };
}

function isSame(after: Uint8Array | null, bytes: Uint8Array | undefined): boolean {
  return after === null ? bytes === undefined : bytes !== undefined && Buffer.from(after).equals(bytes);
}

/** Whether another installation lies in another worktree under the same line. */
function isHiddenBy(other: Installation, note: Installation | undefined): boolean {
  return (
    note?.exclude !== undefined &&
    note.exclude !== null &&
    other.scope === 'local' &&
    other.commonDir === note.exclude.commonDir &&
    existsSync(other.file)
  );
}
