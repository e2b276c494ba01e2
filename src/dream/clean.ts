// A dream without credentials: what cannot be told without one is not told.
import { netOf } from '../change/change.ts';
import type { DreamEntry, VerifiedFact } from '../journal/journal.ts';
import type { Dreamt } from './builtin.ts';

/**
 * Credentials that stood in a subject, a title, a branch or a file's name do not get into the journal. A verdict names its task by the
 * exact title, and a receipt its files by their exact names: where those would have to be changed, there is none.
 */
export function clean(dreamt: Dreamt, allow: readonly string[]): Dreamt {
  const { redact, isClean } = netOf({ secrets: { allow } });
  const { entry } = dreamt;
  const { carry } = entry;
  const midFlight = carry.midFlight.filter(isClean);
  const isCovered = carry.covers === null || Object.keys(carry.covers.files).every(isClean);
  const isCleanFact = ({ text, receipt }: VerifiedFact): boolean => isClean(text) && isClean(receipt?.command ?? '');
  const verdicts = dreamt.verdicts.filter(({ line }) => isClean(line));
  const cleaned: DreamEntry = {
    header: { ...entry.header, branch: entry.header.branch === null ? null : redact(entry.header.branch) },
    tale: redact(entry.tale),
    goals: entry.goals.map(redact),
    blueSky: entry.blueSky.map(redact),
    fears: entry.fears.map(redact),
    verdicts: verdicts.map(({ line }) => line),
    carry: {
      ...carry,
      doing: carry.doing === null ? null : redact(carry.doing),
      next: carry.next === null ? null : redact(carry.next),
      midFlight,
      moreMidFlight: carry.moreMidFlight + carry.midFlight.length - midFlight.length,
      verified: isCovered ? carry.verified.filter(isCleanFact) : [],
      other: carry.other.map(redact),
      covers: isCovered ? carry.covers : null,
    },
  };
  return {
    entry: cleaned,
    verdicts,
    doing: dreamt.doing.filter(({ task }) => isClean(task)),
    finished: dreamt.finished.filter(({ task }) => isClean(task)),
  };
}
