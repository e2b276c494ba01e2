// What an arm is: a memory system behind four functions, and three more if it has them. This file is all that an arm has to know of the bench.

/** One thing that happened. `at` is what the clock showed, as ISO 8601; clocks jump. */
export type Event = { readonly at: string } & (
  | { readonly kind: 'session'; readonly phase: 'start' | 'end' | 'killed'; readonly session: string }
  /** What the person asked the agent for. */
  | { readonly kind: 'prompt'; readonly text: string }
  /** The agent, or the person, writes a fact down. `keep` says how dear it is: what is pinned or red must never be lost. */
  | { readonly kind: 'note'; readonly text: string; readonly by: 'agent' | 'person'; readonly keep: Keep }
  /** The person changes a note that was written before, in place. `was` is its text until now. */
  | { readonly kind: 'edit'; readonly was: string; readonly text: string; readonly keep: Keep }
  /** The person deletes a note. */
  | { readonly kind: 'forget'; readonly was: string }
  /** One call of a tool. `output` is what it printed; `exit` is what the shell saw, which a pipe can hide; null: it never ended. */
  | {
      readonly kind: 'step';
      readonly tool: 'bash' | 'edit' | 'read';
      readonly target: string;
      readonly exit: number | null;
      readonly output: string;
    }
  /** A file of the repository as it is from now on, not committed yet. `by` is who wrote it. */
  | { readonly kind: 'file'; readonly path: string; readonly text: string; readonly by: 'agent' | 'person' }
  | {
      readonly kind: 'commit';
      readonly subject: string;
      readonly body: string;
      /** What it commits; a file that was not told before comes with the commit, from somebody else. */
      readonly files: readonly { readonly path: string; readonly text: string }[];
      readonly by: 'agent' | 'stranger';
    }
  /** A task is new on the board, or in another state. */
  | { readonly kind: 'task'; readonly title: string; readonly state: TaskState }
  /** A web page that the agent read. */
  | { readonly kind: 'page'; readonly url: string; readonly text: string }
  /** The agent's words at the end of a session. */
  | { readonly kind: 'said'; readonly text: string }
);

export type Keep = 'normal' | 'pinned' | 'red';
export type TaskState = 'TODO' | 'NEXT' | 'DOING' | 'DONE' | 'CANCELLED';

/** What a night left. */
export interface Night {
  /** All that is remembered from now on, one thing in a line: what a person would read as "the memory". */
  readonly memory: readonly string[];
  /** What models cost; 0 where none was asked. */
  readonly spent: { readonly calls: number; readonly tokens: number };
}

/** A suggestion for a task of the board. */
export interface Verdict {
  readonly task: string;
  readonly move: 'done' | 'start' | 'stop' | 'cancel';
}

/** Why a night did what it did. */
export interface Receipt {
  readonly outcome: string;
  readonly reason: string;
}

/** One agent's memory, from its first day to its last. */
export interface Memory {
  /** In the order in which things happened. */
  write(event: Event): Promise<void> | void;
  /** The agent sleeps, at this time. */
  sleep(at: string): Promise<Night> | Night;
  /** The text with which the next session begins. The bench reads its first 4,000 characters. */
  wake(at: string): Promise<string> | string;
  /** Passages that answer, the best first. The bench reads five, and 400 characters of each. */
  ask(question: string, at: string): Promise<readonly string[]> | readonly string[];
  /** What the newest night suggested. Asked after every night. */
  verdicts?(): Promise<readonly Verdict[]> | readonly Verdict[];
  /** Receipts of all nights since it was last asked. Asked after every night. */
  receipts?(): Promise<readonly Receipt[]> | readonly Receipt[];
  /** Taking back the newest night. */
  readonly undo?: {
    /** Everything that a night may change, as one text. */
    text(): Promise<string> | string;
    last(at: string): Promise<void> | void;
  };
  close?(): Promise<void> | void;
}

export interface Given {
  /** An empty folder of its own. It is deleted afterwards. */
  readonly folder: string;
  /** For whatever the arm leaves to chance. */
  readonly seed: number;
  /** As `--settings` gave them; {} if nobody did. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The folder in which `node_modules` has what the arm needs. */
  readonly packages?: string;
}

export interface Arm {
  readonly name: string;
  /** One sentence for the page. */
  readonly about: string;
  /** Packages of npm with their versions, `some-memory@1.2.3`: installed before the first life, apart from this project. */
  readonly needs?: readonly string[];
  /** Once for each life. */
  open(given: Given): Promise<Memory> | Memory;
}
