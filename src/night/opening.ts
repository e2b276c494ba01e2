// How a night begins and how its receipt is kept, whatever comes of it.

import type { Bill, Trigger } from '../asking/asking.ts';
import { changeId, netOf } from '../change/change.ts';
import { type DreamkeeperError, tryOr } from '../errors/errors.ts';
import type { AgentHome } from '../world/world.ts';
import { keepReceipt, type Receipt } from './receipt.ts';

export interface Opening {
  readonly id: string;
  readonly startedAt: string;
  /** Null if nobody knows any more. */
  readonly trigger: Trigger | null;
}

export function opening({ world }: AgentHome, trigger: Trigger = 'hand'): Opening {
  return { id: changeId(world, 'n'), startedAt: world.now().toISOString(), trigger };
}

export type ReceiptResult = Pick<Receipt, 'outcome' | 'reason' | 'message'>;

export function receiptOf(
  { world, agent, settings }: AgentHome,
  { id, startedAt, trigger }: Opening,
  more: Partial<Receipt> & ReceiptResult,
): Receipt {
  return {
    v: 1,
    id,
    session: `dream:${agent}:${startedAt}`,
    agent,
    kind: 'rem',
    model: 'builtin',
    tokens: { input: 0, output: 0 },
    calls: 0,
    usd: 0,
    leftOut: [],
    trigger,
    acts: [],
    entry: null,
    commit: null,
    verdicts: [],
    startedAt,
    endedAt: world.now().toISOString(),
    ...netOf(settings).within(more),
  };
}

/** What asking models took, as a receipt says it. */
export function billed({ calls, input, output, usd }: Bill): Pick<Receipt, 'tokens' | 'calls' | 'usd'> {
  return { tokens: { input, output }, calls, usd };
}

/** A failure as a receipt tells it; its reason is the stable word of the error. */
export function failureOf({ code, exit, message, hint }: DreamkeeperError): ReceiptResult {
  const reason = code.replace(/^E_/u, '').toLowerCase().replaceAll('_', '-');
  return { outcome: exit === 11 ? 'held' : 'failed', reason, message: `${message}. ${hint}` };
}

/** Keeps a receipt. Where it cannot be kept, the night is what it is, and its message says so. */
export function keepOrSay({ world, home }: AgentHome, receipt: Receipt): Receipt {
  const problem = tryOr(
    () => keepReceipt(world, home, receipt),
    ({ message }) => ` (its receipt could not be kept: ${message})`,
  );
  return { ...receipt, message: `${receipt.message}${problem ?? ''}` };
}
