// What the output of a check says about it. Asked by every hook that is told of a command, so it looks at little and loads nothing.
import type { OutputSays } from '../steps/steps.ts';
import { mayCheck, type ToolSpeech, toolsHeardIn } from './output-table.ts';

/** Tools say how it went at the end, and what was wrong first at the beginning. */
const beginning = 2 * 1024;
const end = 6 * 1024;
/** As the recorder takes it, so that no credential is cut in two before it is taken out. */
const longestLine = 4096;

/** What came out of a command that may check something; undefined if it checks nothing, or its exit code says it all. */
export function outputSays(command: string, output: string, exit: number | undefined): OutputSays | undefined {
  // Without a pipe or a list the code is that of the command itself.
  if ((exit !== undefined && !/[|;\n]|(?<!&)&(?!&)/u.test(command)) || !mayCheck.test(command)) return undefined;
  const text = spoken(command, output);
  const exits = echoedExits(command, text);
  const lines = output.trimEnd().split('\n').length;
  const told = exits.length > 0 ? { lines, exits } : { lines };
  if (text.trim() === '') return { verdict: 'silent', ...(exits.length > 0 ? { exits } : {}) };
  const script = silentScript.exec(text)?.[1];
  if (script !== undefined) return { verdict: 'passed', line: script, by: ['silence'], ...told };
  const rows = toolsHeardIn(text);
  // Where a part is missing, whoever speaks by parts has not said all.
  const missing = /<persisted-output>/u.test(output) ? 'end' : output.length > beginning + end ? 'any' : undefined;
  const found =
    judged(
      rows.filter(({ isWeak }) => !isWeak),
      text,
      missing,
    ) ?? judged(rows, text, missing);
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
  // A pattern may begin with the blank lines before.
  const start = at + (/^\s*/u.exec(text.slice(at))?.[0].length ?? 0);
  const from = text.lastIndexOf('\n', start) + 1;
  const to = text.indexOf('\n', start);
  return text.slice(from, Math.min(to === -1 ? text.length : to, from + longestLine)).trim();
}

/** Its beginning and its end in whole lines, without colours, and without what the command itself or the harness put in. */
function spoken(command: string, output: string): string {
  const whole = output.length <= beginning + end;
  const parts = whole
    ? output
    : `${output.slice(0, beginning).replace(/[^\n]*$/u, '')}\n${output.slice(-end).replace(/^[^\n]*/u, '')}`;
  const own = new Set(
    [...command.matchAll(/\becho (?:-\w+ )?(?:"([^"$`]+)"|'([^']+)')/gu)].map(([, one, other]) =>
      (one ?? other ?? '').trim(),
    ),
  );
  return parts
    .replaceAll(/\u001b\[[\d;?]*[A-Za-z]|\u001b\][^\u0007\n]*\u0007/gu, '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\n]*\r/gu, '')
    .split('\n')
    .filter((line) => !own.has(line.trim()) && !/^Shell cwd was reset to |^\(no output\)$/iu.test(line))
    .join('\n');
}

/** Exit codes that the command asked for by `echo "… $?"`, in order; nothing if one of them is not there. */
function echoedExits(command: string, text: string): number[] {
  const exits: number[] = [];
  let from = 0;
  for (const [, quoted, plain] of command.matchAll(echo)) {
    const before = /^([^$]*)/u.exec(quoted ?? plain ?? '')?.[1]?.trim() ?? '';
    const at = text
      .slice(from)
      .split('\n')
      .find((line) => line.trim().startsWith(before) && /^\s*\d{1,3}\b/u.test(line.trim().slice(before.length)));
    if (at === undefined) return [];
    exits.push(Number.parseInt(at.trim().slice(before.length), 10));
    from = text.indexOf(at, from) + at.length;
  }
  return exits;
}

/** Also read by `readShell`, which knows whose code it is. */
const echo =
  /\becho (?:-\w+ )?(?:"([^"]*\$(?:\?|\{PIPESTATUS\[0\]\})[^"]*)"|([^"'\s;|&]*\$(?:\?|\{PIPESTATUS\[0\]\})))/gu;
