// The life of a run as lines of its own: when a session began, showed signs of life, and ended. Steps say what it did.
import { jsonIn } from '../text/text.ts';

export type RunEvent = 'start' | 'prompt' | 'stop' | 'compact' | 'end' | 'probe';

/** One line of the private `runs.jsonl`. */
export interface RunLine {
  readonly v: 1;
  readonly time: string;
  readonly run: string;
  readonly event: RunEvent;
  /** The harness that told it. */
  readonly from: string;
  /** Why it began or ended, in the harness's word; '' if nobody said. */
  readonly why: string;
  readonly worktree: string | null;
  readonly branch: string | null;
  /** The project's commit then; lines of earlier versions do not say. */
  readonly head?: string | null;
  /** Where the harness keeps what was said. */
  readonly transcript: string | null;
  /** The harness's process; null if it is not known. */
  readonly pid: number | null;
  /** Nobody asked for this run: the keeper began it by itself. */
  readonly alone?: true;
}

export function printRunLine(line: RunLine): string {
  return JSON.stringify(line);
}

const events: ReadonlySet<unknown> = new Set<RunEvent>(['start', 'prompt', 'stop', 'compact', 'end', 'probe']);

/** Reads the lines; what is torn or not ours is skipped: it is only a sign of life more or less. */
export function parseRunLines(text: string): RunLine[] {
  return text.split('\n').flatMap((line) => {
    const value = jsonIn(line) as Partial<Record<keyof RunLine, unknown>> | null | undefined;
    if (value?.v !== 1 || !events.has(value.event)) return [];
    const { time, run, pid } = value;
    if (typeof time !== 'string' || Number.isNaN(Date.parse(time)) || typeof run !== 'string') return [];
    const text = (name: keyof RunLine): string | null => {
      const found = value[name];
      return typeof found === 'string' ? found : null;
    };
    return [
      {
        v: 1,
        time,
        run,
        event: value.event as RunEvent,
        from: text('from') ?? '',
        why: text('why') ?? '',
        worktree: text('worktree'),
        branch: text('branch'),
        head: text('head'),
        transcript: text('transcript'),
        pid: typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 1 ? pid : null,
        ...(value.alone === true && { alone: true as const }),
      },
    ];
  });
}
