// Uninstall: our hooks out of the settings of a harness again, and with them, if that is said, all that was remembered.
import { excludeFile } from '../adopt/adopt.ts';
import {
  carryOutUninstall,
  planUninstall as decide,
  type HomeData,
  type Left,
  openSite,
  type Site,
  type UninstallPlan,
} from '../install/install.ts';
import { refuseOthersPlaces } from '../wire/wire.ts';
import type { Scope, Standpoint } from '../world/world.ts';
import { fileChanges, type LineChange } from './line-changes.ts';
import { refuseUnshown } from './shown.ts';

export interface UninstallRequest {
  /** The name of the program whose settings they are. */
  readonly harness: string;
  /** Whose settings; without it this project's own. */
  readonly scope?: Scope | undefined;
  /** Also the home, with everything it remembers, and all else of ours. */
  readonly data?: boolean | undefined;
}

export interface DoUninstall extends UninstallRequest {
  /** The plan that somebody agreed to: if another one would be carried out by now, nothing is. */
  readonly shown?: Uninstalled | undefined;
}

export interface Uninstalled {
  readonly changed: boolean;
  readonly dryRun: boolean;
  readonly files: readonly {
    readonly file: string;
    readonly scope: Scope;
    /** `restored`: the bytes before us come back. `taken-out`: only our hooks go. */
    readonly how: 'restored' | 'taken-out';
    /** Whether somebody edited it since we did, as far as that is noted. */
    readonly isEdited: boolean;
    /** There was no such file before us, and there is none afterwards. */
    readonly removed: boolean;
    /** The lines that come and go. */
    readonly changes: readonly LineChange[];
    /** The line that hid it from git, and goes. */
    readonly exclude: { readonly file: string; readonly line: string } | null;
    /** The folder of our skill, which goes; null if there is none, or it stays because somebody edited it. */
    readonly skill: string | null;
  }[];
  /** The home, if it is asked for; `stays` says why it does not go. */
  readonly data: (Omit<HomeData, 'privateDir' | 'stays'> & { readonly stays: string | null }) | null;
  /** What goes besides: all of it, or one line. */
  readonly traces: readonly { readonly path: string; readonly what: string; readonly line: string | null }[];
  /** What stays, and how it can be taken out. */
  readonly left: readonly Left[];
  /** The home that was found. */
  readonly home: string | null;
  /** Where our hooks are, too, and stay. */
  readonly others: readonly { readonly scope: Scope; readonly file: string }[];
  /** The settings that switch our plugin on, and the command that takes it out. */
  readonly plugin: { readonly file: string; readonly uninstall: string } | null;
}

/** Exactly what `uninstall` would do now. Changes nothing. */
export async function planUninstall(at: Standpoint, request: UninstallRequest): Promise<Uninstalled> {
  return (await prepare(at, request)).planned;
}

export async function uninstall(at: Standpoint, { shown, ...request }: DoUninstall): Promise<Uninstalled> {
  const { site, plan, planned } = await prepare(at, request);
  refuseUnshown(shown, planned);
  const changed = plan.removals.length > 0 || planned.data?.stays === null || plan.traces.length > 0;
  if (changed) carryOutUninstall(site, plan);
  return { ...planned, changed, dryRun: false };
}

async function prepare(at: Standpoint, { harness, scope, data }: UninstallRequest) {
  const site = await openSite(at, harness);
  const plan = await decide(site, scope, data === true);
  await refuseOthersPlaces([plan.found?.home, ...placesOf(plan)], at);
  return { site, plan, planned: plannedOf(site, plan) };
}

/** Where something goes: settings, and the git folders whose exclude file loses a line. */
function placesOf({ removals, traces }: UninstallPlan): string[] {
  return [
    ...removals.flatMap(({ file, exclude, skill }) => [
      file.folder,
      ...(exclude === undefined ? [] : [exclude.commonDir]),
      ...(skill === undefined || skill.stays ? [] : [skill.root]),
    ]),
    ...traces.flatMap(({ path, line }) => (line === undefined ? [path] : [line.commonDir, path])),
  ];
}

function plannedOf(
  { setup }: Site,
  { removals, data, traces, left, found, others, plugin }: UninstallPlan,
): Uninstalled {
  return {
    changed: false,
    dryRun: true,
    files: removals.map(({ scope, file, how, after, exclude, note, skill }) => ({
      file: file.path,
      scope,
      how,
      isEdited: how === 'taken-out' && note !== undefined,
      removed: after === null,
      changes: fileChanges(file.bytes, after ?? undefined),
      exclude: exclude === undefined ? null : { file: excludeFile(exclude), line: exclude.line },
      skill: skill === undefined || skill.stays ? null : skill.path,
    })),
    data: data === undefined ? null : shownData(data),
    traces: traces.map(({ path, what, line }) => ({ path, what, line: line?.line ?? null })),
    left,
    home: found?.home ?? null,
    others: others.map(({ scope, file }) => ({ scope, file: file.path })),
    plugin: plugin === undefined ? null : { file: plugin.file.path, uninstall: setup.plugin?.uninstall ?? '' },
  };
}

function shownData({ privateDir: _, stays, ...data }: HomeData): Uninstalled['data'] {
  return { ...data, stays: stays ?? null };
}
