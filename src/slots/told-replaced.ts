// Whether a newer sentence says outright, of the very same thing, that the one value of an older sentence holds no longer, and what holds instead.
import type { Saying } from './saying.ts';
import { sayingOf } from './saying.ts';

type Term = Saying['terms'][number];

const isValue = ({ kind }: Term): boolean => kind !== 'word' && kind !== 'name';
const unit = ({ kind, key }: Term): string => (kind === 'number' ? key.replaceAll(/[\d.,]+/gu, '#') : kind);

/** Words of the change itself, which say nothing of what changed. */
const ofChange: ReadonlySet<string> = new Set(
  sayingOf(
    'now no longer instead was were is until till before formerly previously used be today changed moved switched raised lowered replaced from over right and it has been new old',
  ).terms.map(({ key }) => key),
);

/** "… 21:00, and no longer 05:30", "… was 05:30 until now; 21:00 is right", "changed … from 05:30 to 21:00" */
export function isToldReplaced(was: Saying, is: Saying, newer: string): boolean {
  const [old, ...others] = was.terms.filter(isValue);
  if (old === undefined || others.length > 0 || old.kind === 'date' || was.negated.length > 0) return false;
  const values = is.terms.filter(isValue);
  const [there, come] = [values.filter(({ key }) => key === old.key), values.filter(({ key }) => key !== old.key)];
  const [said, instead] = [there[0], come[0]];
  if (said === undefined || there.length > 1 || instead === undefined || come.length > 1) return false;
  if (unit(instead) !== unit(old) || !isGivenUp(said.said, newer)) return false;
  const subject = is.terms.filter(({ key }) => key !== old.key && key !== instead.key && !ofChange.has(key));
  const at = was.terms.findIndex(({ key }) => key === subject[0]?.key);
  const isSame = subject.length >= 2 && subject.every(({ key }, index) => was.terms[at + index]?.key === key);
  if (at === -1 || !isSame || is.isQuestion || !isFreeBut(was, old.key)) return false;
  // What else the older one says is how it says it ("it is time for", "starts at"), and no more than that.
  const [before, behind] = [was.terms.slice(0, at), was.terms.slice(at + subject.length)].map((terms) =>
    terms.filter((term) => !isValue(term)),
  );
  const isOnly = before?.every(({ key }) => key === 'it' || key === 'time') === true;
  const isShort = behind !== undefined && behind.length <= 2 && behind.every(({ kind }) => kind === 'word');
  const isFree = is.bound.every(
    ({ link, isFirm }) =>
      !isFirm || /^(?:until|till|instead)$/u.test(link) || (link === 'over' && / over to /u.test(newer)),
  );
  return isOnly && isShort && isFree;
}

/** It holds under no other condition than the value itself: "after 45 s". */
const isFreeBut = ({ bound }: Saying, value: string): boolean =>
  bound.every(({ isFirm, to }) => !isFirm || to === value);

function isGivenUp(said: string, newer: string): boolean {
  const value = said.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
  const forms = [
    String.raw`\b(?:no longer|instead of|formerly|previously|used to be) (?:at |on |in )?${value}`,
    String.raw`\b(?:was|were) (?:at |on |in )?${value},? (?:until now|till now|before)\b`,
    String.raw`\b(?:changed|moved|switched|raised|lowered)\b[^.;!?]{0,80}\bfrom ${value} (?:over )?to\b`,
  ];
  return forms.some((form) => new RegExp(`${form}`, 'iu').test(newer));
}
