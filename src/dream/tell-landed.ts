// What landed, told: a headline of what weighs most, then the rest by what it was.
import { type Facts, namesOf } from '../facts/facts.ts';
import { readsLikeOrder } from '../guard/guard.ts';
import { wordsIn } from '../journal/journal.ts';
import { present } from '../text/text.ts';
import { capital, clausesOf, count, listed, sentenceOf } from './clauses.ts';
import type { Work } from './commit-words.ts';
import { filesListed, landedTold } from './input.ts';
import { reasonOf } from './reasons.ts';
import { failureClause } from './tell-state.ts';
import type { WeighedWork, Works } from './works.ts';

/** The headline, and sentences of at most `room` words behind it. */
export function tellLanded(facts: Facts, works: Works, room: number): [headline: string, more: string[]] {
  const { told, releases, releasedAt } = works;
  const released = new Set(releasedAt === -1 ? [] : facts.landed.slice(releasedAt).map(({ id }) => id));
  const top = topOf(releases.length === 0 ? told : told.filter(({ commit }) => released.has(commit.id)));
  const headline = headlineOf(facts, works, top);
  const rest = told.filter((work) => !top.includes(work));
  const heavy = rest.filter(({ weight }) => weight >= lightFrom);
  const light = rest.filter(({ weight }) => weight < lightFrom);
  const why = reasonFor(top);
  const also = within(heavy, room - wordsIn(why.join(' ')) - 12, 'Also');
  const besides = within(light, Math.min(30, room - wordsIn([...why, ...also.sentences].join(' ')) - 12), 'Besides,');
  const untold = told.length === 0 ? [] : works.untold;
  const total = facts.news.isFirst ? facts.landed.length : facts.news.commits;
  const more = rest.length - also.told - besides.told + Math.max(0, total - landedTold(facts).length);
  return [headline, [...why, ...also.sentences, ...besides.sentences, ...moreSentence(facts, untold, more)]];
}

/** What weighs less is told at the end. */
const lightFrom = 2.2;

function headlineOf(facts: Facts, { releases, untold }: Works, top: readonly WeighedWork[]): string {
  const failure = failureClause(facts);
  const about = releases.at(-1)?.verb ?? '';
  const content = sentenceOf(top.length > 0 ? clausesOf(top) : present([about]));
  const versions = listed(releases.map(({ rest }) => rest));
  const files = filesOf(facts, untold);
  const work =
    versions !== ''
      ? present([`released ${versions}`, content]).join(': ')
      : content !== ''
        ? content
        : files === ''
          ? 'merged what others had made'
          : `committed work on ${files}`;
  return `${capital(work)}${failure === undefined ? '' : `, and ${failure}`}.`;
}

/** Why the first thing was done, if its commit says so. */
function reasonFor([first, ...others]: readonly WeighedWork[]): string[] {
  const reason = first === undefined ? undefined : reasonOf(first.commit);
  if (reason === undefined) return [];
  return [`The reason given${others.length === 0 ? '' : ' for the first'}: "${reason}".`];
}

function moreSentence(facts: Facts, untold: readonly Work[], more: number): string[] {
  const files = filesOf(facts, untold);
  return present([
    files !== '' && `${capital(count(untold.length, 'commit'))} with little to say touched ${files}.`,
    more + (files === '' ? untold.length : 0) > 0 &&
      `${capital(count(more + (files === '' ? untold.length : 0), 'more commit'))} landed.`,
  ]);
}

/** The weightiest, and what is nearly as weighty, as far as it makes one sentence. A short one first: it is the commit's subject, too. */
function topOf(works: readonly WeighedWork[]): WeighedWork[] {
  const [first, ...others] = works;
  if (first === undefined) return [];
  const top = [first];
  for (const work of others) {
    if (top.length === 3 || work.weight < first.weight * 0.5) break;
    if (wordsIn(clausesOf([...top, work]).join(' ')) <= 22) top.push(work);
  }
  const length = (work: WeighedWork): number => clausesOf([work]).join('').length;
  const short = top.find((work) => length(work) <= 60);
  return short === undefined ? top : [short, ...top.filter((work) => work !== short)];
}

/** As many works as fit, as one sentence. */
function within(
  works: readonly WeighedWork[],
  room: number,
  start: string,
): { readonly sentences: string[]; readonly told: number } {
  for (let many = Math.min(works.length, 8); many > 0; many -= 1) {
    const sentence = `${start} ${sentenceOf(clausesOf(works.slice(0, many)))}.`;
    if (wordsIn(sentence) <= room) return { sentences: [sentence], told: many };
  }
  return { sentences: [], told: 0 };
}

/** Where subjects say nothing, the files do: those that were touched most often, of the commits and as far as they are listed. */
function filesOf({ commits }: Facts, works: readonly Work[]): string {
  const listedIds = new Set(commits.map(({ id }) => id));
  const paths = works.flatMap(({ commit }) => (listedIds.has(commit.id) ? commit.files.slice(0, filesListed) : []));
  const often = [...Map.groupBy(paths, (path) => path)].toSorted(([, one], [, other]) => other.length - one.length);
  const names = namesOf(often.map(([path]) => path)).filter((name) => !readsLikeOrder(name));
  return listed(names.length > 3 ? [...names.slice(0, 3), `${names.length - 3} more`] : names);
}
