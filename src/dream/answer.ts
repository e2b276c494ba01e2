// A model's answer made into a dream: its words in our form, its verdicts tied to tasks, and nothing in verdicts or carry that was not gathered.
import type { LeftOutLine } from '../asking/asking.ts';
import { everyMove, matchAmong, type Task, type Titles, titlesOf, type Verdict } from '../board/board.ts';
import { verdictChoice } from '../config/config.ts';
import { carryOf, type Facts, type Grounds, groundsOf, privateWordsIn } from '../facts/facts.ts';
import { readsLikeOrder } from '../guard/guard.ts';
import { type Carry, normalEntry } from '../journal/journal.ts';
import { oneLine, sentencesOf } from '../text/text.ts';
import { readAnswer } from './answer-form.ts';
import { type Dreamt, headerOf } from './builtin.ts';
import { asksForMove, dictatedBy } from './dictated.ts';
import { judged, onlySuggested, type Weighing } from './evidence.ts';
import { finishedSoFar } from './finished-now.ts';
import type { Section } from './input.ts';
import { allSections } from './model-facts.ts';
import { nextFrom } from './next-from.ts';
import { repeatsMemory } from './only-remembered.ts';
import { reasonsIn, spokenIn } from './speaks-for.ts';
import { type GivenVerdict, spelledVerdict } from './spelled-verdict.ts';
import { tellTale } from './tale.ts';
import { signsOf } from './verdicts.ts';

export type Answered =
  | { readonly kind: 'dream'; readonly dreamt: Dreamt; readonly leftOut: readonly LeftOutLine[] }
  | { readonly kind: 'malformed'; readonly reason: string };

/** What the answer belongs to: the question's code and the ids it gave to tasks. */
export interface Question {
  readonly code: string;
  readonly tasks: ReadonlyMap<string, Task>;
}

/** A dream that says more than this is not read to its end; at most five of its lines could move anything. */
const mostVerdicts = 20;
const longestWhy = 160;

/** What any answer about these facts is held against. */
export interface Measure extends Weighing {
  /** The facts without names that ask for something, and what the rules carry on from them. */
  readonly known: Facts;
  readonly carry: Carry;
  readonly grounds: Grounds;
  readonly sections: readonly Section[];
  readonly titles: Titles | undefined;
  readonly isPrivate: (text: string) => boolean;
  readonly isRemembered: (line: string) => boolean;
}

export function measureOf(facts: Facts): Measure {
  const known = withoutAsking(facts);
  const spoken = spokenIn(facts);
  return {
    facts,
    spoken,
    reasons: reasonsIn(facts, spoken),
    choice: verdictChoice(facts.settings),
    known,
    carry: carryOf(known),
    grounds: groundsOf(facts),
    sections: allSections(facts),
    titles: facts.board === undefined ? undefined : titlesOf(facts.board),
    isPrivate: privateWordsIn(facts),
    isRemembered: repeatsMemory(facts),
  };
}

export function dreamFromAnswer(
  measure: Measure,
  id: string,
  model: string,
  answer: string,
  question: Question,
): Answered {
  const read = readAnswer(answer, question.code);
  if (read.kind === 'malformed') return read;
  const said = read.answer;
  const { facts, known, carry } = measure;
  const context: AnswerContext = { ...measure, question };
  const leftOut: LeftOutLine[] = [];
  const leave = (line: string, why: string, isVerdict = false): void => {
    leftOut.push({ line: oneLine(line, 300), why, isVerdict });
  };
  const verdicts = said.verdicts.slice(0, mostVerdicts).flatMap((verdict): GivenVerdict[] => {
    const taken = verdictOrFlaw(context, verdict);
    if (typeof taken !== 'string') return [taken];
    leave(verdict.line, taken, !isOurCaution(taken));
    return [];
  });
  for (const { line } of said.verdicts.slice(mostVerdicts))
    leave(line, `a dream has at most ${mostVerdicts} verdicts`, true);
  // The next run reads some of these, and the next dream all of them.
  const sound = (lines: readonly string[]): string[] =>
    lines.flatMap((given) => {
      const line = withTitles(given, question);
      const flaw = flawIn(line, context) ?? (measure.isRemembered(line) ? onlyRemembered : undefined);
      if (flaw !== undefined) leave(line, flaw);
      return flaw === undefined ? [line] : [];
    });
  const { next, flaw: untaken } = nextFrom({ ...measure, facts: known }, question, said.next, carry.next);
  if (untaken !== undefined) leave(`next action: ${said.next}`, untaken);
  const tale = sound(sentencesOf(said.tale)).join(' ');
  const given = verdicts.length > 0 ? verdicts : [nothingLeft(said.verdicts.length)];
  const entry = normalEntry({
    header: headerOf(facts, id, model),
    // A tale of which nothing is true is told by the facts.
    tale: tale === '' ? tellTale(facts) : tale,
    goals: sound(said.goals),
    blueSky: sound(said.blueSky),
    fears: sound(said.fears),
    verdicts: given.map(({ line }) => line),
    carry: { ...carry, next, moreMidFlight: carry.moreMidFlight + facts.inFlight.length - known.inFlight.length },
  });
  const finished = finishedSoFar(facts, given);
  return { kind: 'dream', dreamt: { entry, verdicts: given, doing: signsOf(facts), finished }, leftOut };
}

/** A carry names so many files at most. */
const mostNames = 12;

/** A file whose name asks for a move of a task is in flight, and is not called by its name. */
function withoutAsking(facts: Facts): Facts {
  const { board, inFlight } = facts;
  if (board === undefined) return facts;
  const isAsking = (path: string, at: number): boolean =>
    at < mostNames && (path.match(/[\p{L}\p{N}]+/gu) ?? []).length > 2 && asksForMove(path, board);
  return { ...facts, inFlight: inFlight.filter((path, at) => !isAsking(path, at)) };
}

interface AnswerContext extends Measure {
  readonly question: Question;
}

function nothingLeft(wanted: number): GivenVerdict {
  const why = wanted === 0 ? 'the dream names no move' : 'nothing the dream asked for could be taken';
  return { line: `keep course — ${why}`, task: null, from: null };
}

const dictated = 'a line of the facts asks for this very move:';
const twins = 'more than one task has this title, and none of them can be meant alone';
const repeated = 'it repeats what is private';
const onlyRemembered = 'it only says again what is remembered';

/** Where we are careful because of what others wrote, or know too little, nobody who judged honestly should pay for it. */
function isOurCaution(why: string): boolean {
  return why.startsWith(dictated) || why === twins || why === repeated || why === onlySuggested;
}

/** The verdict as it goes into the journal, or why it does not. */
function verdictOrFlaw(context: AnswerContext, verdict: Verdict): GivenVerdict | string {
  const { question, sections, titles } = context;
  if (verdict.verb === 'unknown') return `not one of ${everyMove}`;
  if (verdict.verb === 'keep course') {
    const why = oneLine(withTitles(verdict.rest.replace(/^[\s—–:-]+/u, ''), question), longestWhy);
    const flaw = flawIn(why, context);
    return flaw ?? { line: why === '' ? 'keep course' : `keep course — ${why}`, task: null, from: null };
  }
  const byId = /^\s*[[("'`]*\s*(t-[a-z0-9]{4,8})\b\s*[\])"'`]*([\s:.,—–-]*)/iu.exec(verdict.rest);
  const issued = byId === null ? undefined : question.tasks.get(byId[1]?.toLowerCase() ?? '');
  const match = issued === undefined ? matchOf(titles, verdict.rest) : undefined;
  if (byId !== null && issued === undefined && match === undefined)
    return `no task has the id ${oneLine(byId[1] ?? '', 20)}`;
  const behind = verdict.rest.slice(byId?.[0].length);
  // Behind a dash stands a reason, which may well be another task; anything else behind an id is a title.
  const other = issued === undefined || /[—–-]/u.test(byId?.[2] ?? '') ? undefined : matchOf(titles, behind)?.task;
  if (other !== undefined && other.index !== issued?.index) return 'its id is of one task, and its title of another';
  const task = issued ?? match?.task;
  if (task === undefined || titles === undefined) {
    // It is kept and reported as what it is: a wish for a task that is not there.
    const rest = oneLine(verdict.rest, 300);
    if (rest === '') return 'it names no task';
    const flaw = flawIn(rest, context);
    return flaw ?? { line: `${verdict.verb}: ${rest}`, task: null, from: null };
  }
  const reason = issued === undefined ? (match?.why ?? '') : withoutTitle(behind, issued);
  const why = oneLine(withTitles(reason, question), longestWhy);
  const flaw = flawIn(why, context);
  if (flaw !== undefined) return flaw;
  const order = dictatedBy(sections, verdict.verb, task);
  if (order !== undefined) return `${dictated} ${oneLine(order, 120)}`;
  const stood = judged(context, verdict.verb, task, why);
  return 'flaw' in stood ? stood.flaw : (spelledVerdict(titles, verdict.verb, task, stood.why) ?? twins);
}

/** The ids of a question mean nothing outside it. */
function withTitles(text: string, { tasks }: Question): string {
  return text.replace(/\[?\b(t-[a-z0-9]{5})\b\]?/gu, (whole, id: string) => {
    const task = tasks.get(id);
    return task === undefined || readsLikeOrder(task.title) ? whole : `"${task.title}"`;
  });
}

function matchOf(titles: Titles | undefined, rest: string): { readonly task: Task; readonly why: string } | undefined {
  const match = titles === undefined ? undefined : matchAmong(titles, rest);
  return match?.kind === 'found' ? match : undefined;
}

/** Some write the title behind the id as well. */
function withoutTitle(rest: string, { title }: Task): string {
  const bare = rest.replace(/^["'`]/u, '');
  return (bare.startsWith(title) ? bare.slice(title.length) : rest).replace(/^["'`\s:—–-]+/u, '');
}

function flawIn(text: string, { grounds, question, isPrivate }: AnswerContext): string | undefined {
  if (readsLikeOrder(text)) return 'it reads like an order';
  if (isPrivate(text)) return repeated;
  if (text.includes(question.code)) return 'it repeats the question';
  const invented = grounds.ungrounded(text);
  return invented === undefined ? undefined : `${oneLine(invented, 80)} was not gathered`;
}
