// What it is to run a program: how it is started, what it may take, and how it ended.

export interface ProgramCall {
  readonly argv: readonly string[];
  /** Where it runs; if nobody says, in an empty folder of its own, private, and gone with it. */
  readonly cwd?: string | undefined;
  /** All it gets, beside the mark. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** On its standard input. */
  readonly input?: string | Uint8Array | undefined;
  /** In milliseconds: so long it may run. */
  readonly limit: number;
  /** In milliseconds, between asking it to end and ending it; 0 asks nobody. */
  readonly grace?: number | undefined;
  /** So much it may say. */
  readonly mostBytes: number;
  /** One that says more is ended; with `forget` it goes on, and what is in the middle is forgotten. */
  readonly ifMore?: 'end' | 'forget' | undefined;
  readonly signal?: AbortSignal | undefined;
  /** By this everything it starts is known to be ours. */
  readonly mark: string;
  /** `ours`: it shares our input, our terminal. `stderr`: what it says goes where complaints go. */
  readonly stdio?: { readonly input: 'given' | 'ours'; readonly output: 'kept' | 'ours' | 'stderr' } | undefined;
  /** Called once it runs, with a way to pass signals on to it alone. */
  started?(pass: (signal: NodeJS.Signals) => void): void;
}

interface Heard {
  readonly said: Uint8Array;
  /** How much it said, kept or not. */
  readonly bytes: number;
  /** The end of what it complained of. */
  readonly complained: string;
}

/** How it ended. Everything a program can do is a value. */
export type ProgramEnd = Heard &
  (
    | { readonly kind: 'ended'; readonly code: number | null; readonly signalName: string | null }
    | { readonly kind: 'late' | 'stopped' | 'too-big' }
    | { readonly kind: 'not-started'; readonly why: string }
  );
