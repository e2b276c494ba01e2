// Install: our hooks in the settings of a harness, and a home if there is none; or exactly what that would change.
import { join } from 'node:path';
import { excludeFile, placesOf, withDeeds } from '../adopt/adopt.ts';
import { entryFiles } from '../facts/facts.ts';
import {
  carryOutInstall,
  planInstall as decide,
  type HarnessHere,
  harnessesHere,
  type InstallPlan,
  openSite,
  type Site,
  type SkillPlan,
  skillSource,
  thisProgram,
} from '../install/install.ts';
import { refuseOthersPlaces } from '../wire/wire.ts';
import type { FoundHome, Scope, Standpoint } from '../world/world.ts';
import { type FirstNight, firstNight, type KeptPast } from './first-night.ts';
import { fileChanges, type LineChange } from './line-changes.ts';
import { refuseUnshown } from './shown.ts';

export interface InstallRequest {
  /** The name of the program whose settings they are. */
  readonly harness: string;
  /** Whose settings; `local` if nobody says. */
  readonly scope?: Scope | undefined;
  /** Also our server over MCP, in the project's list of servers. */
  readonly mcp?: boolean | undefined;
}

export interface FindRequest {
  /** Only this one. */
  readonly harness?: string | undefined;
}

export interface DoInstall extends InstallRequest {
  /** The plan that somebody agreed to: if another one would be carried out by now, nothing is. */
  readonly shown?: PlannedInstall | undefined;
  /** Sleeps once afterwards, if nothing was dreamt here before. */
  readonly firstNight?: boolean | undefined;
  /** Whether it may, once it is known what there is to sleep on; without it, it may. */
  readonly mayDream?: ((past: KeptPast) => Promise<boolean>) | undefined;
}

export interface PlannedInstall {
  /** The settings file. */
  readonly file: string;
  readonly scope: Scope;
  /** `elsewhere`: our hooks are in another place that counts for this project, and are not put in twice. */
  readonly result: InstallPlan['result'];
  readonly changed: boolean;
  readonly dryRun: boolean;
  /** The home that is there, or would be made. */
  readonly home: string | null;
  readonly shape: FoundHome['shape'] | null;
  readonly makesHome: boolean;
  /** Why a new home is made there. */
  readonly why: string | null;
  /** The line that hides the settings file from git. */
  readonly exclude: string | null;
  readonly elsewhere: readonly { readonly scope: Scope; readonly file: string }[];
  /** The settings that switch our plugin on, which has the same hooks. */
  readonly plugin: string | null;
  /** What the harness is called. */
  readonly title: string;
  /** Where the bytes of the settings are, if the file is a link. */
  readonly target: string | null;
  /** How many hooks there are in it afterwards. */
  readonly hooks: number;
  /** Ours are in it already, as they were before. */
  readonly renews: boolean;
  /** The page that tells the agent how to work with a home; null where the harness takes none, or another place has it. */
  readonly skill: {
    readonly folder: string;
    /** `theirs`: somebody's own lies there, and stays as it is. */
    readonly result: SkillPlan['result'];
    /** Whether git does not see it. */
    readonly hidden: boolean;
    /** The file it is a copy of. */
    readonly source: string;
  } | null;
  /** The first version of the harness that loads these hooks in other worktrees, too; null if each does, `never` if none. */
  readonly worktreesFrom: string | null;
  /** The lines of the settings that come and go. */
  readonly changes: readonly LineChange[];
  /** The lines that are added so that git does not see what is ours, and in which file. */
  readonly lines: readonly { readonly file: string; readonly line: string; readonly hides: 'settings' | 'home' }[];
  /** The script that the hooks start; null if they start `dk` by its name. */
  readonly program: string | null;
  /** Why the harness will take no notice of the hooks in that file. */
  readonly ignored: string | null;
  /** What a person has to do once after it, in sentences; null if nothing. */
  readonly afterwards: string | null;
  /** Whether nothing was dreamt here yet, so that there is a first night to offer. */
  readonly isUndreamt: boolean;
  /** Our server in the project's list of servers; null if that was not asked for. */
  readonly mcp: {
    readonly file: string;
    /** `theirs`: somebody's own server has our name, and stays as it is. */
    readonly result: 'put-in' | 'there' | 'theirs';
    readonly changes: readonly LineChange[];
    /** The line that hides the file from git. */
    readonly exclude: string | null;
  } | null;
  /** The command that takes it out again. */
  readonly uninstall: string;
}

export interface Installed extends PlannedInstall {
  readonly firstNight: FirstNight | null;
}

/** The programs of agents that are on this machine, and whether our hooks are in them. Changes nothing. */
export async function findHarnesses(at: Standpoint, { harness }: FindRequest = {}): Promise<HarnessHere[]> {
  return (await harnessesHere(at)).filter((each) => harness === undefined || each.harness === harness);
}

/** Exactly what `install` would do now. Changes nothing. */
export async function planInstall(at: Standpoint, request: InstallRequest): Promise<PlannedInstall> {
  return (await prepare(at, request)).planned;
}

export async function install(
  at: Standpoint,
  { shown, firstNight: wantsNight, mayDream, ...request }: DoInstall,
): Promise<Installed> {
  const { site, plan, planned } = await prepare(at, request);
  refuseUnshown(shown, planned);
  const changed = plan.result === 'change' || plan.newHome !== undefined || plan.mcp?.result === 'put-in';
  const done = { ...planned, changed, dryRun: false, firstNight: null };
  if (!changed) return done;
  const { home } = await carryOutInstall(site, plan);
  if (wantsNight !== true || entryFiles(site.world, home).length > 0) return done;
  try {
    return { ...done, firstNight: await firstNight(at, mayDream) };
  } catch (error) {
    throw withDeeds(
      error,
      [`the hooks are in ${planned.file}, and the home is ${home}`],
      `Only the first dream failed; \`dk sleep\` tries it again. \`dk uninstall ${request.harness}\` takes the hooks out.`,
    );
  }
}

async function prepare(at: Standpoint, { harness, scope = 'local', mcp }: InstallRequest) {
  const site = await openSite(at, harness);
  const plan = await decide(site, scope, mcp === true);
  const { newHome } = plan;
  await refuseOthersPlaces(
    [
      plan.home,
      ...(newHome === undefined ? [] : placesOf(newHome)),
      plan.place.file.folder,
      plan.skill?.root,
      plan.mcp?.file.folder,
    ],
    at,
  );
  return { site, plan, planned: plannedOf(site, plan) };
}

function plannedOf({ world, at, setup }: Site, plan: InstallPlan): PlannedInstall {
  const { place, result, after, exclude, home, newHome, homeLines } = plan;
  const { file, scope } = place;
  const target = join(file.folder, file.name);
  const elsewhere = plan.elsewhere.map((each) => ({ scope: each.scope, file: each.file.path }));
  const from = result === 'elsewhere' ? elsewhere[0]?.scope : scope;
  return {
    file: file.path,
    scope,
    result,
    changed: false,
    dryRun: true,
    home: home ?? null,
    shape: plan.shape ?? null,
    makesHome: newHome !== undefined,
    why: newHome?.why ?? null,
    exclude: exclude?.line ?? null,
    elsewhere,
    plugin: plan.plugin?.file.path ?? null,
    title: setup.title,
    target: target !== file.path && file.hasFolder ? target : null,
    hooks: setup.hooks.length,
    renews: place.entries.length > 0,
    skill: plan.skill === undefined ? null : shownSkill(plan.skill, scope),
    worktreesFrom: scope === 'local' && result === 'change' ? (setup.worktreesFrom ?? null) : null,
    changes: fileChanges(file.bytes, after),
    lines: [
      ...(exclude === undefined
        ? []
        : [{ file: excludeFile(exclude), line: exclude.line, hides: 'settings' as const }]),
      ...homeLines.map((each) => ({ file: excludeFile(each), line: each.line, hides: 'home' as const })),
    ],
    program: scope === 'shared' ? null : thisProgram(at).script,
    ignored: result === 'elsewhere' ? null : (setup.ignoredBecause(Buffer.from(after).toString('utf8')) ?? null),
    afterwards: setup.afterwards ?? null,
    isUndreamt: home === undefined || entryFiles(world, home).length === 0,
    mcp:
      plan.mcp === undefined
        ? null
        : {
            file: plan.mcp.file.path,
            result: plan.mcp.result,
            changes: fileChanges(plan.mcp.file.bytes, plan.mcp.after),
            exclude: plan.mcp.exclude?.line ?? null,
          },
    uninstall:
      from === undefined
        ? (setup.plugin?.uninstall ?? '')
        : `dk uninstall ${setup.name}${from === 'local' ? '' : ` --${from}`}`,
  };
}

function shownSkill({ path, result }: SkillPlan, scope: Scope): PlannedInstall['skill'] {
  return { folder: path, result, hidden: scope !== 'shared', source: skillSource() ?? '' };
}
