// Adopt: what an agent knew before, wherever it was kept, becomes memory of this home; its source is read and never written.
import { resolve } from 'node:path';
import {
  type Adoption,
  editsOf,
  newAdoptionId,
  openSource,
  pathOf,
  prepareAdoption,
  saveFirst,
  unsavedAmong,
  usualPlaces,
} from '../adopt/adopt.ts';
import { makeChange } from '../change/change.ts';
import { DreamkeeperError, tryOr } from '../errors/errors.ts';
import { counted, printSafe } from '../text/text.ts';
import { openHome, openOwnHome } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { type Landed, landedFrom } from './landed.ts';
import { refuseUnshown } from './shown.ts';

export interface AdoptRequest {
  /** A folder or a file. */
  readonly path: string;
  readonly dryRun?: boolean | undefined;
  /** The plan that somebody agreed to: if another one would be carried out by now, nothing is. */
  readonly shown?: PlannedAdoption | undefined;
}

/** One layout that was found. */
export interface FoundLayout {
  readonly name: string;
  /** What it is, in words. */
  readonly title: string;
  /** What to do with it, if nothing of it is taken over. */
  readonly told: string | null;
  /** Its files that have something in them, and how many entries each has. */
  readonly files: readonly { readonly path: string; readonly entries: number; readonly day: string | null }[];
}

/** One entry that would come. */
export interface AdoptedEntry {
  /** Where it stands there. */
  readonly from: string;
  readonly line: number;
  /** The file of the home, and what it says there, in one line. */
  readonly path: string;
  readonly text: string;
  /** It reads like an order: it counts as a stranger's words, and no hand-over repeats it. */
  readonly untrusted: boolean;
}

export interface PlannedAdoption {
  readonly path: string;
  readonly found: readonly FoundLayout[];
  readonly entries: readonly AdoptedEntry[];
  /** Lines of RED, YLW and GRN that would come. */
  readonly observations: number;
  /** Entries and observations that are in the home already. */
  readonly known: number;
  /** Those that one file says twice below the same heading: once is enough. */
  readonly repeated: number;
  /** Those that a person took out of the home. */
  readonly removed: number;
  /** Those that are too many for one time: the same once more takes them over. */
  readonly more: number;
  /** Credentials that were taken out of what comes. */
  readonly secrets: readonly { readonly path: string; readonly line: number; readonly rule: string }[];
  readonly left: readonly { readonly path: string; readonly why: string }[];
  /** The files of the home that would change. */
  readonly writes: readonly string[];
}

export interface Adopted extends PlannedAdoption, Landed {
  readonly result: 'applied' | 'noop';
  /** For `dk undo`; null if nothing was done. */
  readonly change: string | null;
}

export async function adopt(at: Standpoint, { path: given, dryRun, shown }: AdoptRequest): Promise<Adopted> {
  const home = await openOwnHome(at);
  const opened = openSource(home, pathFrom(at, given));
  const adoption = await prepareAdoption(home, opened);
  const planned = plannedFrom(opened.source.named, adoption);
  refuseUnshown(shown, planned);
  const isNothing = planned.writes.length === 0;
  const id = newAdoptionId(home);
  // What would stop it stops it before anything is done, and a plan as well.
  if (!isNothing) await editsOf(home, opened, id);
  if (!isNothing && dryRun === true) await unsavedAmong(home, planned.writes);
  if (dryRun === true)
    return { ...planned, result: isNothing ? 'noop' : 'applied', change: null, ...landedFrom(undefined) };
  if (isNothing)
    return { ...planned, result: 'noop', change: null, ...landedFrom({ kind: 'unchanged', note: undefined }) };
  await saveFirst(home, planned.writes);
  const { entries, observations, found } = planned;
  const what =
    entries.length > 0
      ? counted(entries.length, 'entry').replace(/entrys$/u, 'entries')
      : counted(observations, 'observation');
  const changed = await makeChange(home.world, home.home, {
    files: [],
    // Decided under the lock, from the home as it is then: of two at once the second finds nothing new.
    first: async () => {
      const edits = await editsOf(home, opened, id);
      if ((await unsavedAmong(home, planned.writes)).length === 0) return edits;
      throw new DreamkeeperError('E_CHANGED_MEANWHILE', 'somebody wrote into the home meanwhile', {
        hint: 'Nothing was taken over; run the command again.',
      });
    },
    subject: `adopt: ${what} from ${found
      .filter(({ told }) => told === null)
      .map(({ title }) => title)
      .join(', ')}`,
    ...{ agent: home.agent, id, secrets: home.settings.secrets },
  });
  const isDone = changed.kind === 'changed';
  return { ...planned, result: isDone ? 'applied' : 'noop', change: isDone ? id : null, ...landedFrom(changed) };
}

export interface UsualPlace {
  readonly path: string;
  readonly found: readonly FoundLayout[];
  /** What would come, and what is in the home already. */
  readonly entries: number;
  readonly known: number;
}

export interface UsualPlaces {
  readonly places: readonly UsualPlace[];
}

/** What lies in the usual places. Nothing is taken over. */
export async function adoptPlaces(at: Standpoint): Promise<UsualPlaces> {
  const home = await openHome(at);
  const places: UsualPlace[] = [];
  for (const path of usualPlaces(home, at.env)) {
    // Most are not there, and one that cannot be read is none.
    const opened = tryOr(() => openSource(home, path));
    if (opened === undefined || opened.gathered.layouts.length === 0) continue;
    const { found, entries, observations, known, more } = plannedFrom(path, await prepareAdoption(home, opened));
    places.push({ path, found, entries: entries.length + observations + more, known });
  }
  return { places };
}

function pathFrom({ cwd }: Standpoint, path: string): string {
  if (path === '' || /[\0]/u.test(path))
    throw new DreamkeeperError('E_USAGE', 'there is no such path', {
      hint: 'Name a folder or a file, for example: dk adopt ~/.openclaw/workspace',
    });
  return resolve(cwd, path);
}

function plannedFrom(root: string, { gathered, fresh, writes }: Adoption): PlannedAdoption {
  const found = gathered.layouts.map(({ name, title, told }) => ({
    ...{ name, title, told: told ?? null },
    files: gathered.groups
      .filter(({ layout }) => layout.name === name)
      .map(({ file, day, pieces }) => ({
        path: file,
        entries: pieces.filter(({ kind }) => kind === 'entry').length,
        day: day ?? null,
      })),
  }));
  const entries = fresh.groups.flatMap((group) =>
    group.pieces.flatMap(({ kind, line, says, isOrder }): AdoptedEntry[] =>
      kind === 'heading' ? [] : [{ from: group.file, line, path: pathOf(group), text: says, untrusted: isOrder }],
    ),
  );
  const { known, repeated, removed, more } = fresh;
  return {
    path: printSafe(root),
    ...{ found, entries, observations: fresh.observed.length, known, repeated, removed, more },
    secrets: gathered.secrets,
    ...{ left: gathered.left, writes },
  };
}
