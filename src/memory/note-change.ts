// One thing to remember, from a person or from an agent: whether it can be kept, and the change that keeps it.
import { createHash } from 'node:crypto';
import { DreamkeeperError } from '../errors/errors.ts';
import { netFor } from '../secrets/secrets.ts';
import { oneLine } from '../text/text.ts';
import { longestNote, noteFile, withNote } from './notes.ts';

/** The text as it will stand there; throws a DreamkeeperError if it is nothing, too long, or has a credential in it. */
export function worthNoting(given: string, allow: readonly string[]): string {
  const text = oneLine(given, 100_000);
  if (text.length > longestNote)
    throw new DreamkeeperError('E_USAGE', `this is too long to remember (${text.length} characters)`, {
      hint: `Nothing was kept. A note is one thing in one line, at most ${longestNote} characters.`,
    });
  if (text === '')
    throw new DreamkeeperError('E_USAGE', 'there is nothing to remember', {
      hint: 'Give one line of text: `dk remember "…"`.',
    });
  const sha256 = (value: string): string => createHash('sha256').update(value).digest('hex');
  netFor({ allow, sha256 }).refuse(text);
  return text;
}

/** A bullet in a file of notes, and what its commit says. */
export interface NoteChange {
  readonly path: string;
  readonly subject: string;
  readonly files: readonly {
    readonly path: string;
    readonly rule: 'append';
    edit(content: Uint8Array | undefined): Uint8Array;
  }[];
}

export function noteChange(now: Date, text: string): NoteChange {
  const path = noteFile(now);
  const edit = (content: Uint8Array | undefined): Uint8Array => withNote(content, text);
  return { path, files: [{ path, edit, rule: 'append' }], subject: `note: ${oneLine(text, 60)}` };
}
