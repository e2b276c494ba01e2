// The proposals of a night land together: their files, one line in the ledger, the manifest, in one commit with one receipt.

import type { Proposal, Tonight } from '../asking/asking.ts';
import {
  type ChangeCheck,
  type Changed,
  type FileEdit,
  ledgerAttributes,
  ledgerLine,
  makeCheckedChange,
  netOf,
  type RefusedChange,
} from '../change/change.ts';
import { homeLedger, upkeepOf } from '../facts/facts.ts';
import { type LedgerRead, manifestPath, type NightLine, nightsOf, printManifest } from '../journal/journal.ts';
import type { AgentHome, LeaseRef, Repository } from '../world/world.ts';
import { deedsOf } from './deeds.ts';
import { leftEntries } from './left-entries.ts';
import { makeManifest } from './manifest.ts';
import { dreamOf } from './night-receipt.ts';
import { type Receipt, readReceipts, receiptsFile } from './receipt.ts';

export interface LandRequest {
  readonly tonight: Tonight;
  readonly repository: Repository;
  readonly lease: LeaseRef;
  /** Kept once it has landed, by whoever lands it. */
  readonly receipt: Receipt;
  /** Where the agent's cadence was, if it slept in one. */
  readonly cadence: NightLine['cadence'];
  readonly check: ChangeCheck;
}

/** The proposals with the names of their acts, in the order in which the acts were. */
export type Proposals = readonly { readonly name: string; readonly proposal: Proposal }[];

export async function land(
  given: AgentHome,
  proposals: Proposals,
  { tonight, repository, lease, receipt, cadence, check }: LandRequest,
): Promise<Changed | RefusedChange> {
  const { world, home, settings, agent } = given;
  const dream = dreamOf(proposals);
  const line = lineOf(given, proposals, tonight, cadence);
  const stillFits = (_: Uint8Array | undefined, ledger: LedgerRead): void => {
    for (const { proposal } of proposals) proposal.stillFits?.(ledger);
  };
  const last = dream?.facts.lastNight ?? nightsOf(homeLedger(world, home), agent).at(-1);
  return makeCheckedChange(
    world,
    home,
    {
      first: async (head) =>
        dream === undefined
          ? []
          : (await leftEntries({ world, home }, dream.facts, repository, head)).map(
              (path): FileEdit => ({ path, isHosts: true, edit: (content) => content }),
            ),
      files: [
        ...proposals.flatMap(({ proposal }) => proposal.edits),
        ledgerLine(world, home, line, stillFits),
        ledgerAttributes,
        // Last, so that no reader ever finds an entry named that is not there.
        ...(dream === undefined ? [] : [manifestEdit(given, dream)]),
      ],
      subject: subjectOf(proposals),
      list: proposals.flatMap(({ proposal }) => [...(proposal.list ?? [])]),
      agent,
      isAsleep: true,
      repository,
      id: tonight.id,
      lease,
      previous: last?.id,
      secrets: settings.secrets,
      outbox: [
        ...proposals.flatMap(({ proposal: { waits = [] } }) =>
          waits.map(({ id, list, body }) => ({ id, kind: `line:${list}.jsonl`, body: JSON.stringify(body) })),
        ),
        { id: tonight.id, kind: `line:${receiptsFile}`, body: JSON.stringify(receipt) },
      ],
    },
    check,
  );
}

/** The last act names the commit. Some tags say whose a commit is: those are not an act's to give. */
function subjectOf(proposals: Proposals): string {
  const { name = 'sleep', proposal } = proposals.at(-1) ?? {};
  const subject = proposal?.subject ?? '';
  return proposal?.dream === undefined && /^(?:day|undo|init|rem|board|doctor):/iu.test(subject)
    ? `${name}: ${subject}`
    : subject;
}

function manifestEdit({ world, home, settings }: AgentHome, dream: NonNullable<Proposal['dream']>): FileEdit {
  const { file, text, facts } = dream;
  const manifest = makeManifest({
    world,
    home,
    coming: { file, bytes: Buffer.from(text) },
    keep: settings.rem?.keep ?? 50,
    ledger: facts.ledger,
    journalGaps: facts.gaps,
    receipts: readReceipts(world, home),
    secrets: settings.secrets,
  });
  return { path: manifestPath, isHosts: true, edit: () => Buffer.from(printManifest(manifest)) };
}

/** What the ledger keeps of it. A dream stands in the line itself; what the other acts did, in its `acts`. */
function lineOf(
  { world, settings, agent }: AgentHome,
  proposals: Proposals,
  { id, trigger }: Tonight,
  cadence: NightLine['cadence'],
): NightLine {
  const dream = dreamOf(proposals);
  const others = proposals.filter(({ proposal }) => proposal.dream === undefined);
  const common = {
    ...(cadence === undefined ? {} : { cadence: netOf(settings).within(cadence) }),
    // What people did to memories meanwhile, so that those are known again tomorrow.
    ...upkeepOf(dream?.facts.upkeep),
    ...(others.length === 0
      ? {}
      : {
          trigger,
          acts: others.map(({ name, proposal: { part, memory } }) => ({
            ...netOf(settings).within(part),
            name,
            ...(memory === undefined ? {} : { memory: deedsOf(memory) }),
          })),
        }),
  };
  const begun = { kind: 'night', id, agent } as const;
  if (dream !== undefined) return { ...begun, time: dream.facts.now, ...dream.line, ...common };
  return {
    ...begun,
    time: world.now().toISOString(),
    model: proposals.at(-1)?.proposal.model ?? 'builtin',
    entry: null,
    sha256: null,
    echo: false,
    head: null,
    branch: null,
    digested: null,
    verdicts: [],
    doing: [],
    ...common,
  };
}
