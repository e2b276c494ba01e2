// What waits for a person: listed, approved, rejected. Approved is exactly what was read, once, or nothing.
import {
  type Changed,
  changeId,
  ledgerAttributes,
  ledgerLine,
  makeChange,
  makeCheckedChange,
} from '../change/change.ts';
import { approvedChange, everWaiting, stale, stillWaiting, type Waiting } from '../curate/curate.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { type Memories, rememberedNow } from '../facts/facts.ts';
import { isUndone, type LedgerRead, type ReviewLine } from '../journal/journal.ts';
import { memoryPath } from '../memory/memory.ts';
import { deedsOf, proofOf, tellRefusals } from '../night/night.ts';
import { oneLine, printSafe } from '../text/text.ts';
import { openHomeAnyhow, openOwnHome } from '../wire/wire.ts';
import type { AgentHome, Standpoint } from '../world/world.ts';
import { type Landed, landedFrom } from './landed.ts';

/** Something that waits, as programs see it. */
export interface PendingItem
  extends Pick<Waiting, 'id' | 'kind' | 'time' | 'night' | 'until' | 'takes' | 'rests' | 'brings' | 'section'> {
  readonly operation: Waiting['operation']['kind'];
  readonly why: string;
}

export interface Pending {
  readonly pending: readonly PendingItem[];
  /** Entries of MEMORY.md of which nobody said yet whose they are; null if somebody did, or none is there. Asked once. */
  readonly whose: number | null;
}

export async function pending(at: Standpoint): Promise<Pending> {
  const { world, home, ...rest } = await openHomeAnyhow(at);
  const { ledger, notes } = await rememberedNow({ world, home, ...rest });
  const unknown = notes.filter(
    ({ origin, places }) => origin === null && places.some(({ path }) => path === memoryPath),
  );
  const isAnswered = ledger.lines.some(({ kind, id }) => kind === 'whose' && !isUndone(ledger, id));
  return {
    pending: stillWaiting(world, home, ledger).map(shown),
    whose: isAnswered || unknown.length === 0 ? null : unknown.length,
  };
}

function shown({ id, kind, time, night, until, takes, rests, brings, section, operation }: Waiting): PendingItem {
  return { id, kind, time, night, until, takes, rests, brings, section, operation: operation.kind, why: operation.why };
}

export interface PendingRequest {
  /** `q-…`, or a beginning that only one has. */
  readonly id: string;
}

export interface Reviewed extends Landed {
  readonly id: string;
  readonly decision: 'approved' | 'rejected';
  /** `noop` if it was decided before. */
  readonly result: 'applied' | 'noop';
  /** For `dk undo`; null if nothing was done. */
  readonly change: string | null;
}

export async function pendingApprove(at: Standpoint, request: PendingRequest): Promise<Reviewed> {
  return pendingApproveIn(await openOwnHome(at), request);
}

/** The same in a home that is open already. */
export async function pendingApproveIn(opened: AgentHome, { id: wanted }: PendingRequest): Promise<Reviewed> {
  const { world, home, agent, settings } = opened;
  const memories = await rememberedNow(opened);
  const item = itemFor(opened, wanted);
  const before = decisionOn(memories.ledger, item.id);
  if (before !== undefined) return decidedBefore(item, before, 'approved');
  const now = world.now().toISOString();
  if (item.until <= now)
    throw stale(item.id, `it waited until ${item.until.slice(0, 10)}, and counts as rejected since`);
  const { edits, memory, did } = approvedChange(opened, item, memories);
  const change = changeId(world, 'v');
  const line = lineFor(opened, change, item, 'approved');
  const proposal = {
    edits,
    memory,
    part: {},
    reason: 'approved',
    message: did,
    subject: '',
    model: 'person',
    leftOut: [],
  };
  const once = (_: Uint8Array | undefined, ledger: LedgerRead): void => refuseIfDecided(ledger, item.id);
  const made = await makeCheckedChange(
    world,
    home,
    {
      files: [...edits, ledgerLine(world, home, { ...line, memory: deedsOf(memory) }, once), ledgerAttributes],
      subject: `curate: ${did}, as approved`,
      ...{ agent, id: change, secrets: settings.secrets },
    },
    proofOf(opened, [{ name: 'curate', proposal }], { isApproved: true }),
  ).catch((error: unknown) => afterwards(opened, item, error));
  if (made === 'decided') return decidedBefore(item, 'approved', 'approved');
  if (made.kind === 'refused')
    throw new DreamkeeperError('E_CONFLICT', `${item.id} may not be done: ${tellRefusals(made.refusals)}`, {
      hint: 'Nothing was changed. What is protected stays, also if you approve; edit the file yourself.',
    });
  return { id: item.id, decision: 'approved', result: 'applied', change, ...landedFrom(made) };
}

/** Two who approve at once: one of them did it. An entry that was changed meanwhile is not what was read. */
async function afterwards(opened: AgentHome, item: Waiting, error: unknown): Promise<'decided'> {
  if (!(error instanceof DreamkeeperError) || error.code !== 'E_CHANGED_MEANWHILE') throw error;
  const { ledger }: Memories = await rememberedNow(opened);
  if (decisionOn(ledger, item.id) !== undefined) return 'decided';
  throw stale(item.id, 'an entry was changed meanwhile');
}

export async function pendingReject(at: Standpoint, { id: wanted }: PendingRequest): Promise<Reviewed> {
  const opened = await openOwnHome(at);
  const { world, home, agent, settings } = opened;
  const { ledger } = await rememberedNow(opened);
  const item = itemFor(opened, wanted);
  const before = decisionOn(ledger, item.id);
  if (before !== undefined) return decidedBefore(item, before, 'rejected');
  const change = changeId(world, 'v');
  const line = ledgerLine(world, home, lineFor(opened, change, item, 'rejected'), (_, now) =>
    refuseIfDecided(now, item.id),
  );
  const changed: Changed = await makeChange(world, home, {
    files: [line, ledgerAttributes],
    subject: `note: ${item.id} is rejected`,
    ...{ agent, id: change, secrets: settings.secrets },
  });
  return { id: item.id, decision: 'rejected', result: 'applied', change, ...landedFrom(changed) };
}

function lineFor(
  { world, agent }: AgentHome,
  id: string,
  { id: proposal, wish }: Waiting,
  decision: ReviewLine['decision'],
): ReviewLine {
  return { kind: 'review', id, agent, time: world.now().toISOString(), proposal, wish, decision };
}

const decisionOn = (ledger: LedgerRead, id: string): ReviewLine['decision'] | undefined =>
  ledger.lines.filter((line) => line.kind === 'review').findLast(({ proposal }) => proposal === id)?.decision;

function refuseIfDecided(ledger: LedgerRead, id: string): void {
  if (decisionOn(ledger, id) === undefined) return;
  throw new DreamkeeperError('E_CHANGED_MEANWHILE', `${id} was decided meanwhile`, { hint: 'Nothing is left to do.' });
}

/** The same answer twice does nothing the second time; another answer is told that it comes too late. */
function decidedBefore({ id }: Waiting, decision: ReviewLine['decision'], wanted: ReviewLine['decision']): Reviewed {
  if (decision === wanted)
    return { id, decision, result: 'noop', change: null, ...landedFrom({ kind: 'unchanged', note: undefined }) };
  throw new DreamkeeperError('E_CONFLICT', `${id} was ${decision} already`, {
    hint: `Nothing was changed.${decision === 'approved' ? ' `dk undo` takes back what was done; `git log` in the home has its id.' : ''}`,
  });
}

function itemFor({ world, home }: AgentHome, given: string): Waiting {
  const wanted = given.trim().toLowerCase();
  const all = everWaiting(world, home);
  const meant = all.filter(({ id }) => id === wanted || (wanted.length >= 4 && id.startsWith(wanted)));
  const [item, ...others] = meant;
  if (item !== undefined && others.length === 0) return item;
  throw new DreamkeeperError('E_NO_SUCH_MEMORY', `nothing waits as "${printSafe(oneLine(given, 40))}"`, {
    hint:
      others.length > 0
        ? `Several begin so: ${meant.map(({ id }) => id).join(', ')}.`
        : 'Run `dk pending` to see what waits.',
  });
}
