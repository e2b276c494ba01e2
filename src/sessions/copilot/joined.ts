// What Copilot CLI does not tell its hooks and keeps in its file of the session: what its agent said last.
import { setTimeout as wait } from 'node:timers/promises';
import type { HarnessMessage } from '../event.ts';
import { newestPartOf } from '../part-of.ts';
import { readSessionFile } from './session-file.ts';

/** How much of it is looked at: the last message is near the end. */
const most = 512 * 1024;
/** It writes the message down a moment after it calls the hook. */
const tries = 10;
const pause = 40;

export async function joined(message: HarnessMessage): Promise<HarnessMessage> {
  const { transcript, events } = message;
  if (transcript === null || !events.some((event) => event.kind === 'active' && event.what === 'stop')) return message;
  for (let left = tries; left > 0; left -= 1) {
    const text = newestPartOf(transcript, most);
    if (text === undefined) return message;
    // Of an earlier turn it would be old news.
    const asked = text.lastIndexOf('"type":"user.message"');
    const said = readSessionFile(asked === -1 ? text : text.slice(text.indexOf('\n', asked))).said?.text;
    if (said !== undefined) return { ...message, events: [...events, { kind: 'said', text: said }] };
    if (left > 1 && text !== '') await wait(pause);
  }
  return message;
}
