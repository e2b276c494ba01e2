// The acts of a night, one after the other over one staged view, and then all that they propose as one change.
import { dropDraft, type Tonight } from '../asking/asking.ts';
import type { ChangeCheck, Changed, Refusal } from '../change/change.ts';
import { milliseconds } from '../config/config.ts';
import { unlessBug } from '../errors/errors.ts';
import type { AgentHome, LeaseRef, Repository } from '../world/world.ts';
import { commitDay, type Day } from './day.ts';
import { heldNote } from './held-files.ts';
import { land } from './land.ts';
import type { NightDone, SleepOptions } from './night.ts';
import { dreamOf, resultOf } from './night-receipt.ts';
import { dropOldUnsaved } from './old-unsaved.ts';
import { type ActDone, oneAct, refusedBy, tellRefusals, withProposal } from './one-act.ts';
import { type Opening, receiptOf } from './opening.ts';
import { renderPack } from './pack.ts';
import { proofOf, withoutOperations } from './proven.ts';
import type { Receipt } from './receipt.ts';
import { stagedView } from './staged.ts';

/** A night that takes longer than this goes on without what is not done yet. */
const usualLimit = 5 * 60 * 1000;

export async function actsInOrder(
  sleeper: AgentHome,
  options: SleepOptions,
  begun: Opening,
  lease: LeaseRef | undefined,
): Promise<NightDone> {
  const { world, home, settings } = sleeper;
  const { dreamer, dreamers = {}, trigger = 'hand', isForced = false, env, interval, signal } = options;
  const tonight: Tonight = { id: begun.id, trigger, isForced, env, interval };
  const view = stagedView(sleeper);
  const limit = settings.night?.limit === undefined ? usualLimit : milliseconds(settings.night.limit);
  const end = Date.parse(begun.startedAt) + limit;
  let repository: Repository | undefined;
  let day: Day | undefined;
  // Before anybody is asked and paid: a night that dies here, and finds other facts when it comes again, has cost nothing.
  const begins = async (): Promise<void> => {
    if (lease === undefined || repository !== undefined) return;
    repository = await world.git.open(home.repository, home.privateDir);
    day = await commitDay(sleeper, repository);
  };
  const done: ActDone[] = [];
  for (const act of options.acts)
    done.push(
      await oneAct(act, {
        tonight,
        view,
        begins,
        signal,
        isDry: lease === undefined,
        isAlone: options.acts.length === 1,
        modelFor: (name) => (name in dreamers ? dreamers[name] : dreamer),
        left: () => end - world.now().getTime(),
      }),
    );
  if (!done.some(({ proposal }) => proposal !== undefined))
    return { receipt: receiptOf(sleeper, begun, resultOf(done)), text: null };
  if (lease === undefined || repository === undefined) {
    const notes = done.flatMap(({ note }) => note ?? []);
    const message = notes.length === 0 ? 'nothing was written' : notes.join('; ');
    const receipt = receiptOf(sleeper, begun, { ...resultOf(done), entry: null, reason: 'dry-run', message });
    return { receipt, text: dreamOf(done)?.text ?? null };
  }
  if (signal?.aborted === true) {
    const stopped = {
      outcome: 'failed',
      reason: 'stopped',
      message: 'it was asked to stop; nothing was written',
    } as const;
    const result = resultOf(done);
    // What was proposed and does not land was not done: no act may remember that it was.
    const acts = result.acts.map((act) => (act.outcome === 'ran' ? { ...act, ...stopped } : act));
    return {
      receipt: receiptOf(sleeper, begun, { ...result, ...stopped, acts, entry: null, verdicts: [] }),
      text: null,
    };
  }
  return landProposals(sleeper, done, { tonight, repository, lease, begun, day, options });
}

interface Night {
  readonly tonight: Tonight;
  readonly repository: Repository;
  readonly lease: LeaseRef;
  readonly begun: Opening;
  readonly day: Day | undefined;
  readonly options: SleepOptions;
}

/** Lands what is proposed. What a check refuses is left out, and the rest is looked at again: each act stands for itself. */
async function landProposals(sleeper: AgentHome, given: readonly ActDone[], night: Night): Promise<NightDone> {
  const { tonight, repository, lease, begun, day, options } = night;
  let done = given;
  for (;;) {
    const receipt = receiptOf(sleeper, begun, resultOf(done, day?.note));
    const proposals = done.flatMap(({ act: { name }, proposal }) =>
      proposal === undefined ? [] : [{ name, proposal }],
    );
    if (proposals.length === 0) return { receipt, text: null };
    const made = await land(sleeper, proposals, {
      tonight,
      repository,
      lease,
      receipt,
      cadence: options.cadence,
      check: together([proofOf(sleeper, proposals), ...(options.checks ?? [])]),
    });
    if (made.kind !== 'refused') return afterLanding(sleeper, done, night, receipt, made);
    done = withoutRefused(done, made.refusals);
  }
}

/** Whoever is refused by name does not land, or lands without the operation that is meant; if nobody is meant, nobody does. */
function withoutRefused(done: readonly ActDone[], refusals: readonly Refusal[]): readonly ActDone[] {
  const isNamed = refusals.some(({ by }) =>
    done.some(({ act, proposal }) => act.name === by && proposal !== undefined),
  );
  return done.map((each) => {
    if (each.proposal === undefined) return each;
    const meant = refusals.filter(({ by }) => !isNamed || by === each.act.name);
    if (meant.length === 0) return each;
    const rest = withoutOperations(each.proposal, meant);
    return rest === undefined ? refusedBy(each, tellRefusals(meant)) : withProposal(each, rest);
  });
}

function together(checks: readonly ChangeCheck[]): ChangeCheck {
  return async (staged) => {
    const refusals: Refusal[] = [];
    for (const check of checks) refusals.push(...(await check(staged)));
    return refusals;
  };
}

async function afterLanding(
  sleeper: AgentHome,
  done: readonly ActDone[],
  { repository, day }: Night,
  receipt: Receipt,
  changed: Changed,
): Promise<NightDone> {
  const dream = dreamOf(done);
  const afterwards = async (): Promise<undefined> => {
    for (const { draft } of done) if (draft !== undefined) dropDraft(sleeper, draft);
    if (dream !== undefined)
      await renderPack(sleeper, dream.facts, `rem/${dream.file}`, dream.text, heldNote(day?.held ?? []));
    await dropOldUnsaved(sleeper, repository);
  };
  // What fails now can be made again: nothing of it makes the night a failure.
  const missed = await afterwards().catch(
    unlessBug(({ message }) => `it has landed; the pack could not be made (${message})`),
  );
  const commit = changed.kind === 'changed' ? (changed.commit ?? null) : null;
  const message = changed.note ?? missed ?? receipt.message;
  return { receipt: { ...receipt, commit, message }, text: dream?.text ?? null, isKept: true };
}
