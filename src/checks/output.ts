// What the output of a check says about it. Asked by every hook that is told of a command, so it looks at little and loads nothing.
import type { OutputSays } from '../steps/steps.ts';
import { mayCheck, type ToolSpeech, toolsHeardIn } from './output-table.ts';

/** Tools say how it went at the end, and what was wrong first at the beginning. */
const beginning = 2 * 1024;
const end = 6 * 1024;
/** Far more than is kept of it, so that no credential is cut in two before it is taken out. */
const longestLine = 2000;
const longestCounted = 100_000;
/** What harnesses put in. */
const besides = /^Shell cwd was reset to |^\(no output\)$/iu;

/** What came out of a command that may check something; undefined if it checks nothing, or its exit code says it all. */
export function outputSays(command: string, output: string, exit: number | undefined): OutputSays | undefined {
  // Without a pipe or a list the code is that of the command itself.
  const isPlain = exit !== undefined && !/[|;\n]|(?<![&>])&(?![&>])/u.test(command);
  // Of a row that failed, only what says that a check did is of use: it may have been something else in it.
  const isFailedRow = isPlain && exit !== 0 && command.includes('&&');
  if ((isPlain && !isFailedRow) || !mayCheck.test(command)) return undefined;
  const says = readOutput(command, output);
  return isFailedRow && says.verdict !== 'failed' ? undefined : says;
}

function readOutput(command: string, output: string): OutputSays {
  const text = spoken(command, output);
  const exits = echoedExits(command, text);
  const lines = output.length > longestCounted ? {} : { lines: output.trimEnd().split('\n').length };
  const told = exits.length > 0 ? { ...lines, exits } : lines;
  if (text.trim() === '') return { verdict: 'silent', ...(exits.length > 0 ? { exits } : {}) };
  const script = silentScript.exec(text)?.[1];
  if (script !== undefined) return { verdict: 'passed', line: script, by: ['silence'], ...told };
  // Where a part is missing, whoever speaks by parts has not said all.
  const missing = /<persisted-output>/u.test(output) ? 'end' : output.length > beginning + end ? 'any' : undefined;
  const found = judged(toolsHeardIn(text), text, missing) ?? judged(toolsHeardIn(text, true), text, missing);
  return { ...(found ?? { verdict: 'unknown' }), ...told };
}

/** Failure wins: whoever counts both prints both. */
function judged(rows: readonly ToolSpeech[], text: string, missing?: 'end' | 'any'): OutputSays | undefined {
  const heard = rows.filter(({ unless }) => unless?.test(text) !== true);
  const found = (verdict: 'failed' | 'passed'): OutputSays | undefined => {
    const spoke = heard.flatMap((row) => {
      const at = row[verdict] === undefined ? -1 : text.search(row[verdict]);
      return at === -1 ? [] : [{ tool: row.tool, at, hiddenBy: row.hiddenBy }];
    });
    const [first] = spoke;
    const isHidden =
      verdict === 'passed' &&
      missing !== undefined &&
      spoke.some(({ hiddenBy }) => missing === 'end' || hiddenBy === 'any');
    if (first === undefined || isHidden) return undefined;
    return { verdict, line: lineAt(text, first.at), by: spoke.map(({ tool }) => tool) };
  };
  return found('failed') ?? found('passed');
}

/** The script that a package manager printed, and nothing after it: one of those that say nothing when all is well. */
const silentScript = /^\s*(?:\$ |> \S+@?\S* \S+\n+(?:> )+)((?:tsc|vue-tsc|eslint|stylelint)(?: [^\n]*)?)\s*$/u;

function lineAt(text: string, at: number): string {
  const from = text.lastIndexOf('\n', at - 1) + 1;
  const to = text.indexOf('\n', at);
  return text.slice(from, to === -1 ? text.length : to).trim();
}

/** Its beginning and its end in whole lines, without colours, and without what the command itself or the harness put in. */
function spoken(command: string, output: string): string {
  const first = output.slice(0, beginning);
  const last = output.slice(-end);
  const isWhole = output.length <= beginning + end;
  const parts = isWhole ? output : first.slice(0, first.lastIndexOf('\n') + 1) + last.slice(last.indexOf('\n') + 1);
  const own = new Set([...command.matchAll(said)].map(([, one, other]) => (one ?? other ?? '').trim()));
  return (
    parts
      .replaceAll(/\u001b\[[\d;?]*[A-Za-z]|\u001b\][^\u0007\n]*\u0007/gu, '')
      .split(/\r?\n/u)
      // What is written over on a terminal was never meant to stay.
      .map((line) => line.slice(line.lastIndexOf('\r') + 1).slice(0, longestLine))
      .filter((line) => line.trim() !== '' && !own.has(line.trim()) && !besides.test(line))
      .join('\n')
  );
}

/** Whatever a command says itself by `echo` is no word of a check. */
const said = /\becho (?:-\w+ )?(?:"([^"$`]+)"|'([^']+)')/gu;

/** Exit codes that the command asked for by `echo "… $?"`, in order; nothing if one of them is not there. `readShell` knows whose they are. */
function echoedExits(command: string, text: string): number[] {
  const exits: number[] = [];
  const lines = text.split('\n').map((line) => line.trim());
  let from = 0;
  for (const [, quoted, plain] of command.matchAll(echo)) {
    const [before = '', after = ''] = (quoted ?? plain ?? '').split(code, 2).map((part) => part.trim());
    const isIt = (line: string, at: number): boolean => {
      const rest = line.slice(before.length).trim();
      return (
        at >= from &&
        line.startsWith(before) &&
        /^\d{1,3}(?!\d)/u.test(rest) &&
        rest.endsWith(after) &&
        !/\d\S* ?\w/u.test(rest.slice(0, rest.length - after.length))
      );
    };
    const at = lines.findIndex(isIt);
    if (at === -1) return [];
    exits.push(Number.parseInt(lines[at]?.slice(before.length).trim() ?? '', 10));
    from = at + 1;
  }
  return exits;
}

const code = /\$(?:\?|\{PIPESTATUS\[0\]\})/u;
const echo =
  /\becho (?:-\w+ )?(?:"([^"]*\$(?:\?|\{PIPESTATUS\[0\]\})[^"]*)"|([^"'\s;|&]*\$(?:\?|\{PIPESTATUS\[0\]\})))/gu;
