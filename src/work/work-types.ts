// What a run is: what its runner is asked for, how it ended, and what the keeper is told of it.
import type { AgentHome } from '../world/world.ts';

export type RunOutcome = 'done' | 'no_work' | 'failed' | 'killed';

/** What a runner is asked to do. */
export interface RunRequest {
  readonly run: string;
  /** The state of the lifecycle; null without one. */
  readonly state: string | null;
  /** What kind of run that state asks for; `work` without a lifecycle. */
  readonly kind: string;
  /** What stands below the state in `lifecycle.org`. */
  readonly prose: string;
  /** The title of the task that was claimed, or is under way. */
  readonly task: string | null;
  /** The wake pack, with canon, state and task in it. */
  readonly pack: string;
  /** In milliseconds. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
  readonly alone?: true | undefined;
  /** Called when its agent has the pack; not called if it has to find it by itself. */
  given(): void;
}

/** How it ended; `said` is the end of what it said, at most 4000 characters, safe to print. `stopped`: we were asked to stop. */
export interface RunEnd {
  readonly outcome: RunOutcome | 'stopped';
  readonly message: string;
  readonly said: string;
  /** What a person should know of it besides. */
  readonly note?: string;
}

export interface Runner {
  readonly name: string;
  /** It tells its agent itself what `agent.org` says. */
  readonly isBriefed?: true;
  run(worker: AgentHome, request: RunRequest): Promise<RunEnd>;
}

/** What the keeper asks for. */
export interface WorkRequest extends Pick<RunRequest, 'kind' | 'prose' | 'limit' | 'signal'> {
  readonly runner: Runner;
  readonly cadence: { readonly state: string; readonly hits: number } | null;
  readonly claims: boolean;
  /** Nobody asked for it: the keeper does it by itself. */
  readonly alone?: true;
}

/** And what it gets. */
export interface RunDone extends Pick<RunRequest, 'run' | 'task'>, Omit<RunEnd, 'said' | 'note'> {
  /** New commits of others in the project during the run. */
  readonly commits: number;
  /** The state of its task on the board when it was over; null without a task, or where that cannot be read. */
  readonly taskState: string | null;
  /** Whether its agent was handed the pack: by the runner, or by its own hook. */
  readonly isHanded: boolean;
  readonly unsaved: { readonly ref: string; readonly files: readonly string[] } | null;
  readonly startedAt: string;
  readonly endedAt: string;
}
