// What a session is told of one that ended without a word: once, by the packs that were really handed over.
import { tryOr } from '../errors/errors.ts';
import { callsOf, parseSteps, type RunLine, type StepRecord } from '../steps/steps.ts';
import { oneLine } from '../text/text.ts';
import { handedOvers } from '../wake/wake.ts';
import type { AgentHome, DayRecord } from '../world/world.ts';

/** How much of the record is looked at. */
const most = 1024 * 1024;
/** What was not told by then (no pack had room, or none is kept) is told no more. */
const mostLater = 3;

interface Asking {
  readonly day: DayRecord;
  readonly lines: readonly RunLine[];
  readonly self: string | undefined;
  readonly since: string | undefined;
}

/** Runs that ended without a word and of which no other session was told. A session that goes on is told of those found out since it was last heard of. */
export function goneNotes(
  home: AgentHome,
  { day, lines, self, since = '' }: Asking,
  when: (time: string) => string,
): string[] {
  let steps: readonly StepRecord[] | undefined;
  return lines.flatMap((line) => {
    if (line.event !== 'end' || line.why !== 'gone' || line.time <= since) return [];
    const later = lines.filter(({ event, run, time }) => event === 'start' && run !== self && time > line.time);
    if (later.length >= mostLater) return [];
    const began = lines.find(({ run, event }) => run === line.run && event === 'start')?.time ?? line.time;
    steps ??= parseSteps(day.newest(most)).records;
    const own = callsOf(steps.filter(({ run }) => run === line.run));
    const call = own.findLast(({ outcome }) => outcome === 'unfinished');
    const inTheMiddle = call === undefined ? '' : `, in the middle of ${call.tool} ${oneLine(call.target, 120)}`;
    const sentence = `The session of ${when(began)} ended without a word${inTheMiddle}.`;
    return wasTold(home, sentence, line.time, self) ? [] : [sentence];
  });
}

/** To another session, in a pack that reached it. What was left out of a sentence there is said again, a few times. */
function wasTold(home: AgentHome, sentence: string, since: string, self: string | undefined): boolean {
  const handed = tryOr(() => handedOvers(home)) ?? [];
  return handed.some(
    ({ run, how, time, pack }) => how === 'session' && run !== self && time >= since && pack.includes(sentence),
  );
}
