// A report as a person sees it: what the terminal shows, with what differs from machine to machine taken out.
import { openTerminal, type Terminal } from '../../src/cli/terminal.ts';

export interface Shown {
  readonly columns?: number;
  readonly isTerminal?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** What is printed where the terminal is so wide. */
export function shownOn(
  tell: (terminal: Terminal) => void,
  { columns = 80, isTerminal = false, env = {} }: Shown = {},
): string {
  let printed = '';
  const stream = {
    isTTY: isTerminal,
    columns,
    write: (text: string) => {
      printed += text;
    },
  };
  tell(openTerminal({ out: stream, err: stream, env, cwd: () => '/' }));
  return printed;
}

/** One line for each text that is in the data, wherever. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

/** The same data with every text in it changed. */
export function mapStrings<T>(value: T, change: (text: string, name: string) => string, name = ''): T {
  if (typeof value === 'string') return change(value, name) as T;
  if (Array.isArray(value)) return value.map((each) => mapStrings(each, change, name)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapStrings(each, change, key)])) as T;
}
