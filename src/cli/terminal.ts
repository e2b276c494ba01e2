// How the desk speaks: safe text always, colour and progress only to a terminal.
import { escapeInJson, printSafe } from '../text/text.ts';

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
  /** For people only: nothing in a pipe. */
  hint(...pieces: readonly (string | Painted)[]): void;
  json(value: object): void;
  /** One of many, on a line of its own. */
  jsonLine(value: object): void;
  complain(...pieces: readonly (string | Painted)[]): void;
  readonly width: number;
  /** The exit code to end with though nothing was thrown: a night that was held or failed has been told about already. One of ours, or that of a program we wrapped. */
  leaveWith(code: number): void;
  exitCode(): number;
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

export interface Streams {
  readonly out: { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number };
  readonly err: { write(text: string): unknown; readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

export function openTerminal({ out, err, env }: Streams): Terminal {
  const print = (stream: Streams['err'], pieces: readonly (string | Painted)[]): void => {
    const hasColour = stream.isTTY === true && env.NO_COLOR === undefined && env.TERM !== 'dumb';
    const line = pieces.map((piece) => {
      if (typeof piece === 'string') return printSafe(piece);
      return hasColour ? `\u001b[${codes[piece.colour]}m${printSafe(piece.text)}\u001b[0m` : printSafe(piece.text);
    });
    stream.write(`${line.join('')}\n`);
  };
  let exit = 0;
  return {
    say: (...pieces) => print(out, pieces),
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
    width: Math.max(40, Math.min(out.columns ?? 100, 160)),
  };
}
