// All the ways a provider can fail, by name, with the outcome each of them has to have.
import type { CallLimits, FailureReason } from '../../src/models/models.ts';
import { bodyFaults } from './faults-body.ts';
import { connectionFaults } from './faults-connection.ts';
import { endFaults } from './faults-end.ts';
import { statusFaults } from './faults-status.ts';
import { streamFaults } from './faults-stream.ts';
import type { Behaviour } from './server.ts';
import type { Wire } from './shapes.ts';

export type Expected = FailureReason | 'answer';

export interface Fault {
  readonly name: string;
  readonly behave: Behaviour;
  /** One outcome, or one for an answer in one piece and one for a stream. */
  readonly expect: Expected | { readonly plain: Expected; readonly stream: Expected };
  /** Where it makes sense; everywhere if not said. */
  readonly wires?: readonly Wire[];
  readonly modes?: readonly ('plain' | 'stream')[];
  readonly status?: number | null;
  readonly retryAfter?: number | null | ((given: number | null) => boolean);
  /** The client has to leave while we still talk. */
  readonly isLeft?: boolean;
  readonly message?: RegExp;
  /** How patient we are; enough for a busy machine if not said. */
  readonly limits?: CallLimits;
  /** What the answer has to be, if it is one and not simply the good text. */
  readonly text?: string;
}

export const faults: readonly Fault[] = [
  ...statusFaults,
  ...connectionFaults,
  ...bodyFaults,
  ...endFaults,
  ...streamFaults,
];
