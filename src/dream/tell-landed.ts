// What landed, told: a headline of what weighs most, then the rest by what it was.
import { type Facts, namesOf } from '../facts/facts.ts';
import { readsLikeOrder } from '../guard/guard.ts';
import { longestSubject, wordsIn } from '../journal/journal.ts';
import { present } from '../text/text.ts';
import { capital, clausesOf, count, listed, named, sentenceOf } from './clauses.ts';
import type { Work } from './commit-words.ts';
import { filesListed, landedTold } from './input.ts';
import { reasonOf } from './reasons.ts';
import { failureClause } from './tell-state.ts';
import type { WeighedWork, Works } from './works.ts';

/** The headline, and sentences behind it, of at most `most` words in all. */
export function tellLanded(facts: Facts, works: Works, most: number): [headline: string, more: string[]] {
  const { told, releases, releasedAt } = works;
  const released = new Set(releasedAt === -1 ? [] : facts.landed.slice(releasedAt).map(({ id }) => id));
  const worthy = releases.length === 0 ? told : told.filter(({ commit }) => released.has(commit.id));
  const headline = headlineOf(facts, works, worthy);
  const room = most - wordsIn(headline.sentence);
  const rest = told.filter((work) => !headline.works.includes(work));
  const heavy = rest.filter(({ weight }) => weight >= lightFrom);
  const light = rest.filter(({ weight }) => weight < lightFrom);
  const why = reasonFor(headline.works);
  const also = within(heavy, room - wordsIn(why.join(' ')) - 12, 'Also');
  const besides = within(light, Math.min(30, room - wordsIn([...why, ...also.sentences].join(' ')) - 12), 'Besides,');
  const untold = told.length === 0 ? [] : works.untold;
  const total = facts.news.isFirst ? facts.landed.length : facts.news.commits;
  const more = rest.length - also.told - besides.told + Math.max(0, total - landedTold(facts).length);
  return [headline.sentence, [...why, ...also.sentences, ...besides.sentences, ...moreSentence(facts, untold, more)]];
}

/** What weighs less is told at the end. */
const lightFrom = 2.2;

interface Headline {
  readonly sentence: string;
  readonly works: readonly WeighedWork[];
}

/**
 * The weightiest, and what is nearly as weighty, as far as it makes a headline: it is the commit's subject, too. One that does not fit there is
 * the headline only if all that weigh as much are as long.
 */
function headlineOf(facts: Facts, { releases, untold }: Works, works: readonly WeighedWork[]): Headline {
  const failure = failureClause(facts);
  const versions = listed(releases.map(({ rest }) => rest));
  const release = versions === '' ? '' : `released ${versions}`;
  const about = releases.at(-1)?.verb ?? '';
  const say = (some: readonly WeighedWork[]): string => {
    const content = some.length > 0 ? sentenceOf(clausesOf(some)) : about;
    return present([release !== '' && release, content !== '' && content]).join(': ');
  };
  const end = failure === undefined ? '' : `, and ${failure}`;
  const ended = (work: string): string => `${capital(work)}${end}.`;
  const [first] = works;
  if (first === undefined) {
    const said = say([]);
    return { works: [], sentence: ended(said === '' ? filesSaid(facts, untold, longestSubject - end.length) : said) };
  }
  const nearly = works.filter(({ weight }) => weight >= first.weight * 0.5);
  const rooms = [longestSubject - end.length, longestSubject];
  for (const room of rooms) {
    const fits = (some: readonly WeighedWork[]): boolean => say(some).length <= room;
    const lead = nearly.find((work) => fits([work]));
    if (lead === undefined) continue;
    const top = [lead];
    for (const work of nearly) if (work !== lead && top.length < 3 && fits([...top, work])) top.push(work);
    return { works: top, sentence: ended(say(top)) };
  }
  return { works: [first], sentence: ended(say([first])) };
}

/** Where subjects say nothing, the files do. */
function filesSaid(facts: Facts, untold: readonly Work[], longest: number): string {
  const start = 'committed work on ';
  const files = named(filesOf(facts, untold), longest - start.length, 'file');
  return files === '' ? 'merged what others had made' : `${start}${files}`;
}

/** Why the first thing was done, if its commit says so. */
function reasonFor([first, ...others]: readonly WeighedWork[]): string[] {
  const reason = first === undefined ? undefined : reasonOf(first.commit);
  if (reason === undefined) return [];
  return [`The reason given${others.length === 0 ? '' : ' for the first'}: "${reason}".`];
}

function moreSentence(facts: Facts, untold: readonly Work[], more: number): string[] {
  const files = named(filesOf(facts, untold));
  const left = more + (files === '' ? untold.length : 0);
  return present([
    files !== '' && `${capital(count(untold.length, 'more commit'))} touched ${files}.`,
    left > 0 && `${capital(count(left, files === '' ? 'more commit' : 'other'))} landed.`,
  ]);
}

/** As many works as fit, as one sentence. */
function within(
  works: readonly WeighedWork[],
  room: number,
  start: string,
): { readonly sentences: string[]; readonly told: number } {
  for (let many = Math.min(works.length, 8); many > 0; many -= 1) {
    const sentence = `${start} ${sentenceOf(clausesOf(works.slice(0, many)))}.`.replace(/^Also in /u, 'Also, in ');
    if (wordsIn(sentence) <= room) return { sentences: [sentence], told: many };
  }
  return { sentences: [], told: 0 };
}

/** The files that were touched most often, of the commits and as far as they are listed. */
function filesOf({ commits }: Facts, works: readonly Work[]): string[] {
  const listedIds = new Set(commits.map(({ id }) => id));
  const paths = works.flatMap(({ commit }) => (listedIds.has(commit.id) ? commit.files.slice(0, filesListed) : []));
  const often = [...Map.groupBy(paths, (path) => path)].toSorted(([, one], [, other]) => other.length - one.length);
  return namesOf(often.map(([path]) => path)).filter((name) => !readsLikeOrder(name));
}
