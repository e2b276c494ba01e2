// Report: what a person is told in the morning, of the last nights or of a week; as data, and as a page.

import { DreamkeeperError } from '../errors/errors.ts';
import { type FoundEntry, findEntry, proveNight, showChange, verdictsOf } from '../history/history.ts';
import {
  type KnownNight,
  type Morning,
  morningOf,
  morningPage,
  pageBeginning,
  type Week,
  weekOf,
  weekPage,
} from '../report/report.ts';
import { type HomeAnyhow, openHomeAnyhow } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { status } from './status.ts';

export interface ReportRequest {
  /** Only this night: by its id, a beginning of it, a file in rem/, a commit, or `last`. Without it, the nights since yesterday. */
  readonly night?: string | undefined;
}

/** Reading writes nothing. */
export async function report(at: Standpoint, { night }: ReportRequest = {}): Promise<Morning> {
  const opened = await openHomeAnyhow(at);
  const { world, home } = opened;
  const id = night === undefined ? undefined : (await showChange(world, home, night)).id;
  if (id !== undefined && !id.startsWith('n-'))
    throw new DreamkeeperError('E_NO_SUCH_NIGHT', `${id} is no night`, {
      hint: 'Run `dk nights list` to see the nights; `dk nights show` shows any change.',
    });
  return morningOf(opened, { night: id, status: await status(at), ask: (line) => knownOf(opened, line) });
}

export interface ReportPage {
  /** One whole file that opens without a network. */
  readonly html: string;
  /** Every such page begins so. */
  readonly beginning: string;
}

export interface PageRequest extends ReportRequest {
  /** Of the week instead. */
  readonly week?: boolean | undefined;
}

export async function reportPage(at: Standpoint, { week, night }: PageRequest = {}): Promise<ReportPage> {
  if (week === true && night !== undefined) throw notBoth();
  const html = week === true ? weekPage(await reportWeek(at)) : morningPage(await report(at, { night }));
  return { html, beginning: pageBeginning };
}

/** The last seven days. */
export async function reportWeek(at: Standpoint): Promise<Week> {
  const { waits } = await report(at);
  return weekOf(await openHomeAnyhow(at), waits.length);
}

const notBoth = (): DreamkeeperError =>
  new DreamkeeperError('E_USAGE', 'a report is about a week, or about one night', { hint: 'Leave one of them out.' });

async function knownOf(
  { world, home, settings }: HomeAnyhow,
  { id, entry: path }: { readonly id: string; readonly entry: string | null },
): Promise<KnownNight> {
  const { commit, result, why, checks } = await proveNight(world, home, id, settings);
  const found = path === null ? undefined : entryAt(() => findEntry(world, home, path));
  return {
    proof: { night: id, commit, result, why, checks },
    // Somebody may have written something else into the file since.
    tale: found?.id === id ? (found.entry?.tale ?? null) : null,
    moves:
      found === undefined || found.id !== id
        ? []
        : verdictsOf(world, home, found)
            .filter(({ became }) => became !== 'no move')
            .map(({ line, became, from, to, why: reason }) => ({ line, became, from, to, why: reason })),
  };
}

/** A dream whose file is gone has no tale any more. */
function entryAt(find: () => FoundEntry): FoundEntry | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof DreamkeeperError && error.code === 'E_NO_SUCH_NIGHT') return undefined;
    throw error;
  }
}
