// What was done in a cycle, commit by commit, each with what was asked for before it.
import { hasOrderBesideForm } from '../guard/guard.ts';
import { oneLine } from '../text/text.ts';
import type { LoggedCommit } from '../world/world.ts';
import { topicOf, topicOfPaths } from './topic-words.ts';
import { wishesIn } from './wishes.ts';

/** What somebody asked for, and when. Private: it is held against tasks here, and gets nowhere else. */
export interface Asked {
  readonly time: string;
  readonly text: string;
}

export type Topic = ReadonlyMap<string, number>;

export interface Work {
  readonly commit: LoggedCommit;
  /** Its subject and body. */
  readonly text: string;
  readonly subject: Topic;
  readonly body: Topic;
  readonly paths: Topic;
  /** What was asked for just before; empty if nothing was. */
  readonly asked: Topic;
  readonly askedText: string;
  /** What was asked for earlier, where this goes on in the same files. */
  readonly goesOn: Topic;
}

/** The commits, oldest first. `since` is the time of the last one before them. */
export function worksOf(landed: readonly LoggedCommit[], all: readonly Asked[], since = ''): Work[] {
  if (landed.length === 0) return [];
  const asked = all.map(({ time, text }) => ({ time, text: wishesIn(text).join('\n') })).filter(isTelling);
  let before = since;
  let files: readonly string[] = [];
  let earlier = '';
  return landed.toReversed().map((commit): Work => {
    const fresh = asked.filter(({ time }) => time > before && time <= commit.time).map(({ text }) => text);
    before = commit.time;
    const askedText = sinceItsOwn(fresh, topicOf(commit.subject)).join('\n');
    const isSame = askedText === '' && commit.files.some((path) => files.includes(path));
    if (!isSame) [earlier, files] = [askedText, commit.files];
    const { subject, body } = withoutOrders(commit);
    return {
      commit,
      text: `${subject}\n${body}`,
      subject: topicOf(subject),
      body: topicOf(body),
      paths: topicOfPaths(commit.files),
      asked: topicOf(askedText),
      askedText,
      goesOn: topicOf(isSame ? earlier : ''),
    };
  });
}

/** Where the commit says what was asked for later, what was asked before that, and shares no word with it, is not what it did. */
function sinceItsOwn(asked: readonly string[], subject: Topic): readonly string[] {
  const topics = asked.map((text) => topicOf(text));
  const own = subject.size < 2 ? -1 : topics.findIndex((topic) => [...subject.keys()].every((stem) => topic.has(stem)));
  return asked.filter((_, at) => at >= own || [...subject.keys()].some((stem) => topics[at]?.has(stem)));
}

/** A message that commands its reader says what somebody wants, and not what the commit did: its words count for no task. */
function withoutOrders({ subject, body }: LoggedCommit): Pick<LoggedCommit, 'subject' | 'body'> {
  const isOrder = hasOrderBesideForm(oneLine(`${subject}\n${body}`.slice(0, looksAt)));
  return isOrder ? { subject: '', body: '' } : { subject, body };
}

const looksAt = 4000;

/** What was asked for after the last commit, as work of which nothing has landed. */
export function wishSince(time: string, asked: readonly Asked[]): Work {
  const askedText = asked
    .filter((each) => each.time > time && isTelling(each))
    .map(({ text }) => text)
    .join('\n');
  const none: Topic = new Map();
  const commit: LoggedCommit = { id: '', tree: '', time, author: '', subject: '', body: '', files: [] };
  return {
    commit,
    text: '',
    subject: none,
    body: none,
    paths: none,
    goesOn: none,
    asked: topicOf(askedText),
    askedText,
  };
}

/** "ok" and "commit that" ask for nothing new. */
function isTelling({ text }: Asked): boolean {
  return [...topicOf(text).values()].some((weight) => weight >= 1);
}

/** What was asked for before the commit, without what that says itself. */
export function asAsked(work: Work): Work {
  const none: Topic = new Map();
  return { ...work, text: '', subject: none, body: none, paths: none, goesOn: none };
}

/** What the commit says by itself, without what was asked for. */
export function byItself(work: Work): Work {
  const none: Topic = new Map();
  return { ...work, asked: none, askedText: '', goesOn: none };
}
