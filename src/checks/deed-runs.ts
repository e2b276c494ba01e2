// Deeds as they were tried: which went through, which failed, and what is the same one tried again.
import type { Call } from '../steps/steps.ts';
import { harmless, notRun, startOf, told, toldInARow } from './call-runs.ts';
import { type CheckRun, knowingTools } from './check-runs.ts';
import { isCheckCall } from './check-words.ts';
import { type Deed, deedOf, mayBeDeed } from './deeds.ts';
import { failedRow } from './failed-row.ts';
import { readShell, type ShellCall } from './shell.ts';

const nothingToDo =
  /nothing (?:added )?to commit|no changes added to commit|everything up-to-date|already up to date/iu;

/** A deed as it was tried once: told as a run of a check, and no check. */
export interface DeedRun extends CheckRun {
  readonly kind: Deed['kind'];
}

/** The deeds among calls, in order. Whatever proves nothing either way is `unclear`. */
export function deedRuns(calls: readonly Call[], more: readonly string[]): DeedRun[] {
  const known = new Map<string, ReturnType<typeof readDeeds>>();
  const isCommand = knowingTools();
  return calls.flatMap((call): DeedRun[] => {
    const { target, outcome, exit, error, time, head, branch } = call;
    if (outcome === 'unfinished' || !isCommand(call.tool)) return [];
    if (!known.has(target)) known.set(target, readDeeds(target, more));
    const reading = known.get(target);
    if (reading === undefined) return [];
    const when = { exit, time, started: startOf(call), head, branch };
    // What we cannot follow may have done anything that it names.
    if (reading === 'unread')
      return outcome === 'failed'
        ? []
        : [{ command: target, parts: [target], result: 'unclear', kind: 'deed', ...when }];
    const run = (of: readonly ShellCall[], deed: ShellCall, result: CheckRun['result']): DeedRun => ({
      ...{ command: toldInARow(of), parts: told([deed]), result, ...when },
      kind: deedOf(deed)?.kind ?? 'deed',
    });
    const each = (result: (deed: ShellCall) => CheckRun['result']): DeedRun[] =>
      reading.deeds.map((deed) => run([deed], deed, result(deed)));
    if (outcome !== 'failed')
      return each((deed) => (outcome === 'ok' && reading.proven.includes(deed) ? 'passed' : 'unclear'));
    if ([126, 127, 130].includes(exit ?? 0) || notRun.test(error ?? '') || nothingToDo.test(error ?? '')) return [];
    const canFail = reading.proven.filter(({ words }) => !harmless.has(words[0] ?? ''));
    // Of a row of commands the last has surely not been done; of those before it nobody knows.
    const last = canFail.at(-1);
    return last !== undefined && reading.deeds.includes(last)
      ? [run(failedRow(canFail, reading.isCheck).calls, last, 'failed')]
      : each(() => 'unclear');
  });
}

/** A command that has deeds in it; `unread` if it may have, and cannot be followed or is not all there. */
function readDeeds(command: string, more: readonly string[]) {
  if (!mayBeDeed.test(command)) return undefined;
  const reading = command.endsWith('…') ? undefined : readShell(command);
  if (reading === undefined) return 'unread';
  const isCheck = ({ words }: ShellCall): boolean => isCheckCall(words, more);
  const found = reading.calls.filter((call) => !isCheck(call) && deedOf(call) !== undefined);
  return found.length === 0 ? undefined : { ...reading, deeds: found, isCheck };
}

/** Compares deeds, and reads each only once: what is done to nobody in particular may be what was done to somebody. */
export function comparingDeeds(): (again: string, failed: string) => boolean {
  const known = new Map<string, Deed | 'unread' | undefined>();
  const deedIn = (command: string): Deed | 'unread' | undefined => {
    const reading = command.endsWith('…') ? undefined : readShell(command);
    const [call, ...others] = reading?.calls ?? [];
    if (reading === undefined) return 'unread';
    return call === undefined || others.length > 0 ? undefined : deedOf(call);
  };
  return (again, failed) => {
    for (const each of [again, failed]) if (!known.has(each)) known.set(each, deedIn(each));
    const [one, other] = [known.get(again), known.get(failed)];
    if (other === undefined || other === 'unread') return false;
    if (one === 'unread') return again.includes(other.begins.replace(/^script /u, ''));
    // A harness may stay in the folder that it was sent to before.
    if (one?.what !== other.what || !isSameFolder(one.folder, other.folder)) return false;
    const isAmong = (few: Deed, many: Deed): boolean => few.names.every((name) => many.names.includes(name));
    return isAmong(one, other) || isAmong(other, one);
  };
}

function isSameFolder(one: string, other: string): boolean {
  return one === other || one === '' || other === '' || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
}
