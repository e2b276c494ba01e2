// What a keeper has to say, in plain words: one line each.
import type { HomeHappening, KeeperEvent } from '../keeper/keeper.ts';
import type { CadenceProblem } from '../lifecycle/lifecycle.ts';
import { counted, oneLine } from '../text/text.ts';

export const clock = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;

/** How a run ended. Whether its task is done, the board says. */
const endings = {
  done: 'is over',
  no_work: 'found no work',
  failed: 'failed',
  killed: 'was ended',
  stopped: 'was stopped',
} as const;

/** `lifecycle.org:12: KIND is "rme"`: as compilers say it, so that editors find the line. */
export const problemLine = ({ line, message }: CadenceProblem): string => `lifecycle.org:${line}: ${message}`;

/** `2026-06-10 14:30 UTC  project: wake_add runs (add)`. */
export function eventInWords(event: KeeperEvent): string {
  const when = clock(event.time);
  if (event.event === 'started') return `${when}  keeping ${counted(event.homes, 'home')} (${event.who})`;
  if (event.event === 'stopping')
    return `${when}  stopping${event.running === 0 ? '' : `; ${counted(event.running, 'tick')} under way`}`;
  if (event.event === 'stopped') return `${when}  stopped`;
  return `${when}  ${event.home}: ${happeningInWords(event)}`;
}

export function happeningInWords(happening: HomeHappening): string {
  switch (happening.event) {
    case 'waiting':
      return `waiting: ${happening.who} keeps it since ${clock(happening.since)}`;
    case 'held':
      return `another tick is under way here (${happening.who})`;
    case 'tick':
      return happening.state === null ? 'a tick' : `in ${happening.state}, ${happening.hits} done`;
    case 'gated':
      return `not now${happening.state === null ? '' : ` (${happening.state})`}: ${happening.why}`;
    case 'run-started':
      return `${happening.runner} runs (${happening.kind})`;
    case 'run-ended':
      return `the run ${endings[happening.outcome]}${happening.task === null ? '' : `, on the task ${oneLine(happening.task, 80)}`}${happening.message === '' ? '' : `; ${oneLine(happening.message, 300)}`}`;
    case 'night':
      return `sleep: ${happening.outcome} (${happening.reason}): ${oneLine(happening.message, 300)}`;
    case 'daydream':
      return happening.outcome === 'written' ? 'a daydream was written' : 'no daydream was written';
    case 'lifecycle-broken':
      return `${happening.problems.map(problemLine).join('; ')}${happening.isKept ? ' (the last good version stays in force)' : ''}`;
    case 'notice':
      return oneLine(happening.message, 500);
    case 'failed':
      return `failed: ${oneLine(happening.message, 500)}`;
    case 'next':
      return `next${happening.state === null ? '' : ` ${happening.state}`} at ${clock(happening.due)}`;
  }
}
