// Whether a newer sentence takes the place of an older one: about the same, evidently newer, and saying so.
import { type Saying, sayingOf } from './saying.ts';

/** The newer one says itself that something is no longer as it was. */
const changed =
  /\b(?:now|no longer|not any ?more|anymore|instead|since|moved?|moving|switch(?:ed|ing)?|chang(?:ed|ing)|replac(?:ed?|ing)|migrat(?:ed?|ing)|renamed|raised|lowered|from\b.{1,60}\bto)\b/iu;

/** What is done with a thing says little about which thing it is. */
const weak: ReadonlySet<string> = new Set(sayingOf('use run take have start set put make').terms.map(({ key }) => key));
const isSubject = ({ kind, key }: Saying['terms'][number]): boolean => kind === 'word' && !weak.has(key);

/** Words in which a change is told. */
const aboutChange: ReadonlySet<string> = new Set(
  sayingOf(
    'now longer instead since move moved switch switched change changed replace replaced migrate migrated rename renamed raise raised lower lowered was were had used previously formerly before until anymore any more again new old',
  ).terms.map(({ key }) => key),
);

/** Of two texts, and when each was first spoken of. */
export function whyNotNewer(
  old: string,
  newer: string,
  oldTime: string | null,
  newTime: string | null,
): string | undefined {
  const [was, is] = [sayingOf(old), sayingOf(newer)];
  const [oldDate, newDate] = [dateIn(was), dateIn(is)];
  const isLater =
    oldDate !== undefined && newDate !== undefined
      ? newDate > oldDate
      : oldTime !== null && newTime !== null && newTime.slice(0, 16) > oldTime.slice(0, 16);
  if (!isLater) return 'nothing says that the other entry is newer';
  const [had, has] = [keysOf(was), keysOf(is)];
  const lost = was.terms.filter(({ kind, key }) => kind !== 'date' && !has.has(key));
  const come = is.terms.filter(({ kind, key }) => kind !== 'date' && !had.has(key) && !aboutChange.has(key));
  const shared = had.size - new Set(lost.map(({ key }) => key)).size;
  const isElse = 'the other entry is about something else';
  const plain = (terms: Saying['terms']): number => terms.filter(({ kind }) => kind === 'word').length;
  if (shared < 2 || lost.length > Math.max(1, had.size / 3)) return isElse;
  const [gone, here] = [lost.filter(isSubject), come.filter(isSubject)];
  // One word for another may be another thing: the same port of another server.
  if (gone.length > 0 && here.length > 0) return isElse;
  // It names what it takes the place of, and what comes instead.
  const values = was.terms.filter(({ kind }) => kind !== 'word' && kind !== 'date');
  const isInstead = come.some(({ kind }) => kind !== 'word') || is.negated.length > was.negated.length;
  if (changed.test(newer) && isInstead && values.length > 0 && values.every(({ key }) => has.has(key)))
    return undefined;
  // All but the value is the same; whether it takes the other's place, a date or a word has to say.
  if (plain(come) > plain(lost) || lost.length > 1) return isElse;
  const isSaid = changed.test(newer) || (oldDate !== undefined && newDate !== undefined);
  return isSaid ? undefined : 'nothing says that it takes the place of the other';
}

/** Without the date of the entry itself. */
const keysOf = ({ terms }: Saying): Set<string> =>
  new Set(terms.flatMap(({ kind, key }) => (kind === 'date' ? [] : [key])));

const dateIn = ({ terms }: Saying): string | undefined => terms.findLast(({ kind }) => kind === 'date')?.key;
