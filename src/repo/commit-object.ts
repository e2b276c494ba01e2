// A commit as git writes it: who, when, on what, and the message. Same words, same commit, to the bit.
import { DreamkeeperError } from '../errors/errors.ts';
import { normaliseText } from '../text/text.ts';
import { type Identity, safeIdentity, safeText } from './names.ts';
import type { GitObject } from './objects.ts';

export interface Signature {
  /** Who commits, and whose work it is, as they stand in a commit. */
  readonly line: string;
  readonly authorLine: string;
  /** As git is told it, for the log of the branch. */
  readonly env: Record<string, string>;
}

/** A commit of ours; without a parent it is the first, or stands by itself. */
export function commitObject(
  tree: string,
  parent: string | undefined,
  message: string,
  { line, authorLine }: Signature,
): GitObject {
  const lines = [
    `tree ${tree}`,
    ...(parent === undefined ? [] : [`parent ${parent}`]),
    `author ${authorLine}`,
    `committer ${line}`,
    '',
    `${safeText(normaliseText(message)).trim()}\n`,
  ];
  return { type: 'commit', content: Buffer.from(lines.join('\n')) };
}

/** Who commits, and when; the author, unless somebody else is named. */
export function signatureOf(request: {
  readonly author: Identity;
  readonly committer?: Identity | undefined;
  readonly time: Date;
}): Signature {
  const { author, committer = author, time } = request;
  const { name, email } = safeIdentity(committer);
  const writer = safeIdentity(author);
  const seconds = Math.floor(time.getTime() / 1000);
  if (!(seconds >= 0)) {
    throw new DreamkeeperError('E_GIT', 'a commit cannot be older than 1970', {
      hint: 'Nothing was changed. Set the clock of this machine.',
    });
  }
  // With the sign it is seconds; without, git takes a small number for a day or a year.
  const date = `@${seconds} +0000`;
  return {
    line: `${name} <${email}> ${seconds} +0000`,
    authorLine: `${writer.name} <${writer.email}> ${seconds} +0000`,
    env: { GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email, GIT_COMMITTER_DATE: date },
  };
}
