// Where the desk stands and how it speaks: safe text always, colour and progress only to a terminal.
import { escapeInJson, printSafe } from '../text/text.ts';
import { harnesses as known, standpoint } from '../wire/wire.ts';
import type { Harnesses, Standpoint } from '../world/world.ts';
import { type Asked, canAsk, isYes } from './ask.ts';

type Colour = 'dim' | 'bold' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta';

/** Text with a colour. It is an object, so that no text of somebody else can be mistaken for one. */
export interface Painted {
  readonly colour: Colour;
  readonly text: string;
}

export function paint(colour: Colour, text: string): Painted {
  return { colour, text };
}

/** What a verb writes to. Every piece goes through `printSafe`; the only escapes that go out are the colours added here. */
export interface Terminal {
  say(...pieces: readonly (string | Painted)[]): void;
  /** A text of several lines. */
  lines(text: string): void;
  /** A file that is made of safe text already, as it is. */
  raw(file: string): void;
  /** For people only: nothing in a pipe. */
  hint(...pieces: readonly (string | Painted)[]): void;
  json(value: object): void;
  /** One of many, on a line of its own. */
  jsonLine(value: object): void;
  complain(...pieces: readonly (string | Painted)[]): void;
  readonly width: number;
  /** Whether somebody reads it at a terminal; what goes into a pipe or file stays as it is. */
  readonly isTerminal: boolean;
  /** The exit code to end with though nothing was thrown: a night that was held or failed has been told about already. One of ours, or that of a program we wrapped. */
  leaveWith(code: number): void;
  exitCode(): number;
  /** The names of the harnesses that are known. */
  readonly harnesses: readonly string[];
  /** Where the person stands who typed this. */
  standpoint(): Standpoint;
  /** Whether somebody is there who can see a question and answer it. */
  readonly canAsk: boolean;
  /** Only a clear yes is one; the end of the input is none. */
  isYes(question: string): Promise<boolean>;
}

const codes: Readonly<Record<Colour, number>> = {
  dim: 2,
  bold: 1,
  red: 31,
  green: 32,
  yellow: 33,
  blue: 34,
  magenta: 35,
};

/** All that the desk has of the process it runs in: a test, or another program, can run it inside its own. */
export interface Surroundings {
  readonly out: { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number };
  readonly err: { write(text: string): unknown; readonly isTTY?: boolean };
  /** Where answers come from; without it nobody is asked. */
  readonly asked?: Asked;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Which harnesses are known; without it, all that we know. */
  readonly harnesses?: Harnesses;
  /** The script by which `dk` is started; without it, ours. */
  readonly program?: string;
  cwd(): string;
}

export function openTerminal({ out, err, asked, harnesses = known, ...place }: Surroundings): Terminal {
  const print = (stream: Surroundings['err'], pieces: readonly (string | Painted)[]): void => {
    // Set to nothing it says nothing (no-color.org).
    const hasColour = stream.isTTY === true && (place.env.NO_COLOR ?? '') === '' && place.env.TERM !== 'dumb';
    const line = pieces.map((piece) => {
      if (typeof piece === 'string') return printSafe(piece);
      return hasColour ? `\u001b[${codes[piece.colour]}m${printSafe(piece.text)}\u001b[0m` : printSafe(piece.text);
    });
    stream.write(`${line.join('')}\n`);
  };
  let exit = 0;
  return {
    say: (...pieces) => print(out, pieces),
    lines: (text) => {
      for (const line of text.trimEnd().split('\n')) print(out, [line]);
    },
    raw: (file) => out.write(file),
    hint: (...pieces) => {
      if (out.isTTY === true) print(out, pieces);
    },
    json: (value) => out.write(`${escapeInJson(JSON.stringify({ schema: 1, ...value }, null, 2))}\n`),
    jsonLine: (value) => out.write(`${escapeInJson(JSON.stringify({ schema: 1, ...value }))}\n`),
    complain: (...pieces) => print(err, pieces),
    leaveWith: (code) => {
      exit = code;
    },
    exitCode: () => exit,
    standpoint: () => standpoint({ ...place, harnesses, complain: (message) => print(err, [message]) }),
    harnesses: Object.keys(harnesses),
    get canAsk() {
      return asked !== undefined && canAsk(asked);
    },
    isYes: async (question) => asked !== undefined && isYes(question, asked),
    isTerminal: out.isTTY === true,
    width: Math.max(40, Math.min(out.columns ?? 100, 160)),
  };
}
