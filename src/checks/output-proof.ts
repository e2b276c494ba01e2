// What the output of a command proves about the checks in it of which its exit code says nothing.
import type { Call, OutputSays } from '../steps/steps.ts';
import { isHidden, isOnlyCut, maySpeak } from './filters.ts';
import { failureOf, silentWhenGood } from './output-table.ts';
import type { ShellCall } from './shell.ts';

export interface Spoken {
  readonly calls: readonly ShellCall[];
  readonly result: 'passed' | 'failed';
}

export interface Heard {
  /** All calls of the command, and the checks of which nothing is known otherwise. */
  readonly calls: readonly ShellCall[];
  readonly open: readonly ShellCall[];
  readonly echoed: readonly (readonly ShellCall[])[];
}

/** Each check at most once; those that are not among them were run, and that is all that is known. */
export function spokenFor({ target, output }: Pick<Call, 'target' | 'output'>, heard: Heard): Spoken[] {
  if (output === undefined || target.endsWith('…')) return [];
  const byCode = codesIn(output, heard);
  const settled = new Set(byCode.flatMap(({ calls }) => calls));
  const open = heard.open.filter((call) => !settled.has(call));
  if (open.length === 0) return byCode;
  const filters = new Set(heard.open.flatMap(({ into = [] }) => into.map(({ typed }) => typed)));
  const others = heard.calls.filter((call) => !heard.open.includes(call) && !filters.has(call.typed));
  if (others.some((call) => maySpeak(call, target))) return byCode;
  const spoken = bySpeech(output, open, target);
  return spoken === undefined ? byCode : [...byCode, spoken];
}

/** `echo "exit $?"`: only if every code that was asked for was found is it known whose it is. */
function codesIn({ exits = [] }: OutputSays, { echoed, open }: Heard): Spoken[] {
  if (exits.length !== echoed.length) return [];
  return echoed.flatMap((calls, at) => {
    const own = open.filter((call) => calls.includes(call));
    return own.length === 0
      ? []
      : [{ calls: own, result: exits[at] === 0 ? ('passed' as const) : ('failed' as const) }];
  });
}

function bySpeech(
  { verdict, by = [], lines }: OutputSays,
  open: readonly ShellCall[],
  target: string,
): Spoken | undefined {
  const isSilent = ({ typed, into = [] }: ShellCall): boolean =>
    silentWhenGood.test(typed) && isOnlyCut(into) && !redirects.test(target);
  // Hooks of git print, too.
  const tools = / commit\b/u.test(target) ? by.filter((tool) => tool !== 'pre-commit') : by;
  if (verdict === 'silent') return open.every(isSilent) ? { calls: open, result: 'passed' } : undefined;
  if (verdict === 'unknown' || tools.length === 0) return undefined;
  if (verdict === 'failed') {
    const named = open.filter(({ words }) => tools.some((tool) => words.includes(tool)));
    return { calls: named.length > 0 ? named : open, result: 'failed' };
  }
  const into = open.flatMap((call) => call.into ?? []);
  const seen = tools.filter((tool) => {
    const failure = failureOf(tool);
    return failure === undefined ? isOnlyCut(into) : !isHidden(failure, into, lines);
  });
  // Of several, each must have spoken for itself, or be one whose silence says it.
  const needed = open.length === 1 ? 1 : Math.max(1, open.filter((call) => !isSilent(call)).length);
  return seen.length >= needed ? { calls: open, result: 'passed' } : undefined;
}

/** What does not come out is not silence. */
const redirects = /(?<![0-9&])(?:[12&]?>{1,2})(?!&)\s*\S|2>\s*\/dev\/null/u;
