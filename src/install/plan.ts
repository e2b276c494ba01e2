// `dk install <harness>`: what would be done, decided before anything is; then the same, done.
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  addExcludes,
  type ExcludeLine,
  excludeFile,
  foundHome,
  type HomePlan,
  type InitRequest,
  prepareHome,
  withDeeds,
} from '../adopt/adopt.ts';
import type { DreamkeeperError } from '../errors/errors.ts';
import type { FoundHome, GitPlace, Scope, Standpoint } from '../world/world.ts';
import { commandOf, thisProgram } from './command.ts';
import { missingLine, stands } from './exclude-line.ts';
import {
  type Installation,
  noRepository,
  noteFolder,
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
import { refuseInCache } from './lasting.ts';
import { type McpPlan, planMcp, serverIn, withoutServer } from './mcp-entry.ts';
import { readSettings, textOf, writeSettings } from './settings-file.ts';
import type { Setup, Site } from './site.ts';
import { noteOfSkill, planSkill, putSkillIn, type SkillPlan } from './skill.ts';

export interface InstallPlan {
  /** `elsewhere`: ours are in another place that counts for this project, and are not put in twice. */
  readonly result: 'change' | 'nothing' | 'elsewhere';
  readonly place: SettingsPlace;
  readonly after: Uint8Array;
  readonly exclude: ExcludeLine | undefined;
  /** The page for the agent; undefined where the harness has no such thing, or another place has it. */
  readonly skill: SkillPlan | undefined;
  /** The home that is there, or would be made. */
  readonly home: string | undefined;
  readonly shape: FoundHome['shape'] | undefined;
  readonly newHome: HomePlan | undefined;
  /** The lines that a new home puts into the exclude file of a repository that is there. */
  readonly homeLines: readonly ExcludeLine[];
  readonly elsewhere: readonly SettingsPlace[];
  /** The settings that switch our plugin on, which has the same hooks. */
  readonly plugin: SettingsPlace | undefined;
  readonly project: GitPlace | undefined;
  /** Our server in the project's list of servers, if that was asked for. */
  readonly mcp: McpPlan | undefined;
}

/** Decides everything, and refuses where something is in the way. Changes nothing. */
export async function planInstall(site: Site, scope: Scope, wantsMcp = false): Promise<InstallPlan> {
  const { world, at, setup } = site;
  const found = world.places.find(at);
  const project = projectAt(world, at);
  if (project === undefined && (found === undefined || scope !== 'user')) throw noProject(site);
  if (project !== undefined && project.worktree === undefined && scope !== 'user') throw noProject(site);
  const file = readSettings(world, settingsPath(site, scope, project));
  const place = placeOf(setup, scope, file);
  const isElse = ({ file: { folder, name } }: SettingsPlace): boolean => folder !== file.folder || name !== file.name;
  const places = placesHere(site);
  const elsewhere = places.filter((each) => each.entries.length > 0 && isElse(each));
  const plugin = pluginIn(setup, places);
  const newHome = found === undefined ? await prepareHome(world, founding(at)) : undefined;
  const { home, shape } = found ?? newHome ?? {};
  const homeLines = (newHome?.exclude ?? []).filter((line) => existsSync(line.commonDir) && !stands(world, line));
  const seen = seenFor(world, scope, project);
  const mcp = wantsMcp ? await planMcp(site, scope, seen) : undefined;
  const known = { place, elsewhere, plugin, project, home, shape, newHome, homeLines, mcp };
  if (place.entries.length === 0 && (elsewhere.length > 0 || plugin !== undefined))
    return {
      ...known,
      result: 'elsewhere',
      after: file.bytes ?? new Uint8Array(),
      exclude: undefined,
      skill: undefined,
    };
  const program = scope === 'shared' ? 'dk' : thisProgram(at);
  if (program !== 'dk') refuseInCache(program, `dk install ${setup.name}`);
  const text = setup.form.withHooks(textOf(file, setup), ({ word }) => commandOf(setup.name, word, program));
  const after = Buffer.from(text);
  const exclude = scope === 'local' && seen !== undefined ? await missingLine(site, seen, file) : undefined;
  const note = readNotes(site, found).find((each) => each.file === file.path);
  const skill = planSkill(site, scope, seen, note);
  const isSkillDone = skill === undefined || skill.result === 'there' || skill.result === 'theirs';
  const isSame = after.equals(file.bytes ?? new Uint8Array()) && exclude === undefined && newHome === undefined;
  return { ...known, result: isSame && isSkillDone ? 'nothing' : 'change', after, exclude, skill };
}

/** Carries a plan out. What was there is noted first, so that whenever we are cut off, it can be put back. */
export async function carryOutInstall(site: Site, plan: InstallPlan): Promise<FoundHome> {
  const { world, at } = site;
  // Read before a home adds its own line: that is how it was before us.
  const lines = plan.exclude === undefined ? undefined : world.files.read(plan.exclude.commonDir, 'info/exclude');
  const founded = plan.newHome === undefined ? undefined : await foundHome(world, founding(at), plan.newHome);
  const done = (founded?.steps ?? []).flatMap(({ what, done: isDone }) => (isDone ? [what] : []));
  try {
    const found = world.places.find(at);
    if (found === undefined) throw new TypeError('there is a home now');
    if (plan.result !== 'elsewhere') putIn(site, plan, found, lines, done);
    if (plan.mcp?.result === 'put-in') putMcpIn(site, plan, plan.mcp, found, done);
    return found;
  } catch (error) {
    const how = `dk uninstall ${site.setup.name}${plan.place.scope === 'local' ? '' : ` --${plan.place.scope}`}`;
    throw withDeeds(
      error,
      done,
      `Run the same once more to go on from there; or \`${how}${founded === undefined ? '' : ' --data'}\` takes it back.`,
    );
  }
}

function putIn(site: Site, plan: InstallPlan, found: FoundHome, lines: Uint8Array | undefined, done: string[]): void {
  const { world } = site;
  const { file } = plan.place;
  const notes = readNotes(site, found);
  const old = notes.find((each) => each.file === file.path);
  const note = noteOf(site, plan, old, lines);
  const folder = noteFolder(site, found, plan.place.scope);
  if (!existsSync(folder)) {
    world.files.makeFolder(folder, true);
    done.push(`made the folder ${folder}`);
  }
  writeNotes(site, found, [...notes.filter((each) => each !== old), note]);
  done.push(`noted in ${folder} what was there before`);
  // Hidden before it is there: no `git add -A` in between can take it in.
  if (plan.exclude !== undefined) {
    addExcludes(world, plan.exclude.commonDir, [plan.exclude.line]);
    done.push(`added ${plan.exclude.line} to ${excludeFile(plan.exclude)}`);
  }
  if (!file.hasFolder) {
    world.files.makeFolder(file.folder);
    done.push(`made the folder ${file.folder}`);
  }
  if (plan.skill !== undefined) putSkillIn(world, plan.skill, done);
  if (!Buffer.from(plan.after).equals(file.bytes ?? new Uint8Array())) writeSettings(world, file, plan.after);
}

/** Noted first, like the settings, and hidden before it is there. */
function putMcpIn(site: Site, { place, project }: InstallPlan, mcp: McpPlan, found: FoundHome, done: string[]): void {
  const { world } = site;
  const { file, after, exclude } = mcp;
  const notes = readNotes(site, found);
  const old = notes.find((each) => each.file === file.path);
  const isAsWeLeftIt = old !== undefined && world.files.hash(file.bytes) === old.after;
  const before = isAsWeLeftIt
    ? old.before
    : serverIn(file) === undefined
      ? (file.bytes ?? null)
      : withoutServer(file, old);
  const lines = exclude === undefined ? undefined : world.files.read(exclude.commonDir, 'info/exclude');
  const hidden = exclude === undefined ? (old?.exclude ?? null) : { ...exclude, before: lines ?? null };
  const about = { file: file.path, scope: place.scope, commonDir: project?.commonDir ?? null, before };
  const note = {
    ...about,
    after: world.files.hash(after),
    madeFolder: false,
    exclude: hidden,
    isServers: true,
  } as const;
  world.files.makeFolder(noteFolder(site, found, place.scope), true);
  writeNotes(site, found, [...notes.filter((each) => each !== old), note]);
  if (exclude !== undefined) {
    addExcludes(world, exclude.commonDir, [exclude.line]);
    done.push(`added ${exclude.line} to ${excludeFile(exclude)}`);
  }
  writeSettings(world, file, after);
  done.push(`put the server into ${file.path}`);
}

function noteOf(
  site: Site,
  { place: { file, scope, entries }, after, exclude, project, skill }: InstallPlan,
  old: Installation | undefined,
  lines: Uint8Array | undefined,
): Installation {
  const { world, setup } = site;
  const isAsWeLeftIt = old !== undefined && world.files.hash(file.bytes) === old.after;
  return {
    file: file.path,
    scope,
    commonDir: project?.commonDir ?? null,
    // What somebody changed since our last visit is theirs, and was there before us this time.
    before: isAsWeLeftIt
      ? old.before
      : entries.length === 0
        ? (file.bytes ?? null)
        : withoutOurs(setup, file.bytes, old),
    after: world.files.hash(after),
    madeFolder: old?.madeFolder === true || !file.hasFolder,
    madeAround: old?.madeAround ?? missingAround(file.folder),
    exclude: exclude === undefined ? (old?.exclude ?? null) : { ...exclude, before: lines ?? null },
    skill: noteOfSkill(site, skill, scope, old),
  };
}

/** The folders around one that are not there yet, outermost first. */
function missingAround(folder: string): string[] {
  const around = dirname(folder);
  return around === folder || existsSync(around) ? [] : [...missingAround(around), around];
}

/** A file's bytes without what is ours in it; null if it was made by us and nothing else is in it. */
export function withoutOurs(
  { form }: Setup,
  bytes: Uint8Array | undefined,
  old: Installation | undefined,
): Uint8Array | null {
  if (bytes === undefined) return null;
  const text = form.withoutHooks(wordsOf({ bytes }), wordsOf({ bytes: old?.before ?? undefined }));
  return old?.before === null && form.isEmpty(text) ? null : Buffer.from(text);
}

function founding(at: Standpoint): InitRequest {
  return { ...at, here: false, home: undefined, agent: 'agent' };
}

function noProject({ at, setup }: Site): DreamkeeperError {
  const hint = `\`dk init\` makes a home in a repository. Go to your project, or run \`git init\` first. Then \`dk install ${setup.name}\` also makes the home.`;
  return noRepository(at, hint);
}
