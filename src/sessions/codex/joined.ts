// What Codex does not tell its hooks and keeps in its rollout: how a command ended, and which calls no hook heard of.
import { setTimeout as wait } from 'node:timers/promises';
import type { HarnessEvent, HarnessMessage } from '../event.ts';
import { newestPartOf } from '../part-of.ts';
import { shell } from './call.ts';
import { readRollout } from './rollout.ts';

/** How much of it is looked at: the output of the command that just ended is in it. */
const most = 2 * 1024 * 1024;
/** It writes the end of a call down before it calls the hook; should that change, this is how long it is waited for. */
const tries = 4;
const pause = 25;

type Call = Extract<HarnessEvent, { readonly kind: 'call' }>;

export async function joined(message: HarnessMessage): Promise<HarnessMessage> {
  const { transcript, events } = message;
  if (transcript === null) return message;
  if (events.some(({ kind }) => kind === 'active')) return { ...message, events: [...unheard(transcript), ...events] };
  return { ...message, events: await Promise.all(events.map((event) => withEnd(event, transcript))) };
}

/** A command with its exit code, how long it took, and where it ran. */
async function withEnd(event: HarnessEvent, transcript: string): Promise<HarnessEvent> {
  if (event.kind !== 'call' || event.report.tool !== shell || event.report.call === undefined) return event;
  const { report } = event;
  for (let left = tries; left > 0; left -= 1) {
    const text = newestPartOf(transcript, most);
    if (text === undefined) return event;
    const found = endIn(text, report.call ?? '');
    if (found !== undefined) {
      const { exit, error, durationMs } = found.report;
      const end = error === undefined ? { exit } : { error };
      return { ...event, report: { ...report, ...end, durationMs }, cwd: found.cwd };
    }
    if (left > 1) await wait(pause);
  }
  return event;
}

/** Only the lines that name it are read: the rest may be long. */
function endIn(text: string, id: string): Call | undefined {
  const named = JSON.stringify(id);
  const lines = text.split('\n').filter((line) => line.includes(named) && line.includes('"CommandExecution"'));
  return readRollout(lines.join('\n')).calls.find((call) => call.id === id && call.isOver)?.event;
}

/** The calls of this turn that ended without any hook: a patch that did not fit, a command that was not allowed. */
function unheard(transcript: string): HarnessEvent[] {
  const text = newestPartOf(transcript, most) ?? '';
  const turn = text.slice(Math.max(0, text.lastIndexOf('"type":"task_started"')));
  return readRollout(turn)
    .calls.filter(({ event: { report }, isOver }) => isOver && report.error !== undefined)
    .slice(0, 50)
    .map(({ event: { report } }) => ({ kind: 'call', report: { ...report, phase: 'batch' } }));
}
