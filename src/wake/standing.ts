// Where the work stands, in our own sentences: what was asked, where it stopped, what is broken, what is next, what is verified.
import {
  howItPassed,
  isOneOfMany,
  leftBehind,
  nothingInFlight,
  ownWorkIn,
  passedSinceTold,
  type StandingFailure,
  seeWhatIsLeft,
  sizedName,
  someNamed,
  taskAsked,
  tellLastFailed,
  unclearChecks,
} from '../facts/facts.ts';
import { ofNow } from '../steps/steps.ts';
import { counted, cut, localTime, present } from '../text/text.ts';
import { type Block, listed } from './block.ts';
import type { OthersWords } from './others-words.ts';
import type { PackParts } from './pack.ts';
import type { CheckedFact } from './recheck.ts';

/** What this is, how old it is, and what it is not. */
function greeting(parts: PackParts): string {
  const { now, zone } = parts.facts;
  return `Good morning, ${nameOf(parts)}. Background from earlier sessions, as of ${localTime(now, zone)} ${zone}; what you are asked in this session outranks it.`;
}

/** As its own definition calls it. Of more words than two somebody may have made a sentence: that is quoted. */
export function nameOf({ called, facts: { agent }, words: { names } }: PackParts): string {
  const name = called ?? agent;
  if (/^[a-z0-9]{1,20}(?:[-_ ][a-z0-9]{1,20})?$/iu.test(name)) return name;
  return name.includes(' ') ? names.title(name) : names.command(name);
}

/** Files that lay there before the last commit are nobody's next action, and still not nothing. */
function noneNext({ facts, midFlight }: PackParts): string {
  const isLeft = leftBehind(facts).some((path) => !midFlight.includes(path));
  return isLeft ? 'none; only files from before the last commit are not committed' : `none; ${nothingInFlight}`;
}

/** In the order in which a colleague would say it. */
export function standing(parts: PackParts, budget: number): Block[] {
  const { facts, doing, next, midFlight, verified, isAudit, words } = parts;
  const share = (part: number): number => Math.floor(budget * part);
  const isOwn = new Set(ownWorkIn({ ...facts, inFlight: midFlight }));
  const own = midFlight.filter((path) => isOwn.has(path));
  const proven = verified.filter(({ receipt }) => receipt !== null);
  const must = (line: string): Block => ({ side: 'ours', lines: [line], isMust: true });
  return [
    must(cut(greeting(parts), share(0.25))),
    { side: 'ours', lines: askedLines(parts) },
    must(
      `DOING: ${doing === null ? nothingDoing(parts) : cut(words.names.title(doing), share(0.2))}${besides(parts)}${whatIsLeft(parts)}`,
    ),
    ...(own.length === 0
      ? []
      : [
          must(
            `${ofNow.inFlight[0]} ${fittingPaths(own, (path) => sizedName(path, words.names, facts.sizes), share(0.25))}`,
          ),
        ]),
    { side: 'ours', lines: notOnRecord(parts, isOwn) },
    brokenBlock(parts),
    listed(
      'ours',
      `${facts.steps.lastFailed.every(({ result }) => result === 'failed') ? 'Failed' : 'Failed, or never ended,'} earlier (\`dk steps dismiss\` takes one off this list):`,
      facts.steps.lastFailed.map((failure) =>
        tellLastFailed(failure, words.names, (time) => localTime(time, facts.zone)),
      ),
    ),
    unclearBlock(parts),
    must(
      `${ofNow.next[0]} ${next === nothingInFlight ? noneNext(parts) : cut(withoutSizes(next, own, parts), share(0.2))}`,
    ),
    listed(
      'ours',
      isAudit ? 'Verified earlier; an audit checks it again:' : ofNow.verified[0],
      proven.filter(({ fresh }) => fresh).map((fact) => provenFact(fact, words, facts.zone)),
    ),
    listed(
      'ours',
      'Check again before relying on it:',
      proven.filter(({ fresh }) => !fresh).map((fact) => `~~${provenFact(fact, words, facts.zone)}~~ ${fact.why}`),
    ),
  ];
}

/** What it was is others' words and stands in the frame; here, that it is still to be done, and what the board calls it. */
function askedLines({ facts, doing, words }: PackParts): string[] {
  if (facts.wanted === undefined) return [];
  const task = taskAsked(facts);
  return present([
    `The person's last request, quoted below under "Asked last", ${(facts.isWantedOver === true ? ofNow.wantedOver : ofNow.wanted)[0]}`,
    task !== undefined &&
      task.title !== doing &&
      `It may be about ${words.names.title(task.title)} (${words.names.state(task.state)} on the board).`,
  ]);
}

/** What the board calls DOING may be done: then nobody should go on with it, and it is not nothing, either. */
function nothingDoing({ facts: { board }, looksDone }: PackParts): string {
  const isDoing = ({ state }: { readonly state: string }): boolean => state === 'DOING' || state === 'STARTED';
  return board !== undefined && looksDone.some(isDoing) ? 'only what may be done already' : 'nothing';
}

/** Where commits speak of it, it may be done to the last; unless the next action says that. */
function whatIsLeft({ facts, doing, next }: PackParts): string {
  if (doing === null || !facts.spokenOf.includes(doing) || next.includes(seeWhatIsLeft)) return '';
  return `; recent commits may have been for it, so ${seeWhatIsLeft} it`;
}

/** Where a request and the board say different things, or nothing says which of several tasks it is, nobody should take one for the other. */
function besides({ facts, isOther }: PackParts): string {
  if (facts.wanted !== undefined && isOther)
    return taskAsked(facts) === undefined
      ? ' (so the board says; the last request does not mention it)'
      : ' (so the board says; the last request seems to be about another task)';
  return isOneOfMany(facts) ? ' (one of several on the board; the open files do not say which they are for)' : '';
}

/** Checks that ran in this cycle, of which nobody can tell what their end says of the files as they are: run, and not passed. */
function unclearBlock({ facts, words }: PackParts): Block {
  const unclear = unclearChecks(facts).slice(-mostUnclear);
  return listed(
    'ours',
    'Run, and it is not certain what it says of this tree:',
    unclear.map(
      ({ command, time, isMoved }) =>
        `${words.names.command(command)}, ${localTime(time, facts.zone)} (${isMoved === true ? 'another commit was checked out meanwhile' : 'neither its exit code nor its output says whether it passed'})`,
    ),
  );
}

const mostUnclear = 2;

/** The line above has said how much of each file is not committed, if there are few. Which files it is, this line says by itself: it may be all that somebody reads. */
function withoutSizes(next: string, own: readonly string[], { facts, words: { names } }: PackParts): string {
  if (own.length === 0 || own.length > mostInNext) return next;
  const list = someNamed(own, { ...names, path: (path) => sizedName(path, names, facts.sizes) });
  return next.replace(` and commit ${list}`, () => ` and commit ${someNamed(own, names)}`);
}

const mostInNext = 3;

/** What is changed and nobody wrote on record is told, and is no order: a person may be in the middle of it. */
function notOnRecord({ facts, midFlight, sent, words }: PackParts, isOwn: ReadonlySet<string>): string[] {
  if (sent.includes('status')) return [];
  const paths = midFlight.filter((path) => !isOwn.has(path));
  const names = someNamed(paths, { ...words.names, path: (path) => sizedName(path, words.names, facts.sizes) }, 12);
  return present([paths.length > 0 && `Changed, and no edit on record says by whom: ${names}`]);
}

const mostBroken = 5;

/** What failed in this cycle and has not passed since, the latest first; only those after a time, if one is given. */
export function brokenBlock({ facts, words }: PackParts, since = ''): Block {
  const broken = facts.steps.failures.filter(({ time }) => time > since).toReversed();
  const lines = broken.slice(0, mostBroken).map((failure) => {
    const { command, result, exit, evidence, time, times, hasPassed, passedSince } = failure;
    const by = evidence === 'output' ? ' (its output says so)' : typeof exit === 'number' ? ` with exit ${exit}` : '';
    const how = result === 'never ended' ? 'was started' : `failed${by}`;
    const often = times > 1 ? `, ${counted(times, 'time')}${hasPassed ? ' since it last passed' : ''}` : '';
    const passed = passedSince.length > 0 ? `; ${passedSinceTold({ passedSince }, words.names)}` : '';
    return `${words.names.command(command)} ${how}, ${localTime(time, facts.zone)}${often}${sinceThen(facts, words, failure)}${passed}`;
  });
  const more = broken.length - lines.length;
  const title = broken.every(({ result }) => result === 'never ended')
    ? 'Begun, and its end is not on record:'
    : 'Broken:';
  return listed('ours', title, [...lines, ...(more > 0 ? [`(and ${more} more)`] : [])]);
}

/** Somebody may have mended it by hand. A commit's time has whole seconds. */
function sinceThen(
  { commits }: PackParts['facts'],
  { names }: OthersWords,
  { time, changedSince }: StandingFailure,
): string {
  const since = commits.filter((commit) => commit.time.slice(0, 19) > time.slice(0, 19));
  const first = since.at(-1);
  if (first === undefined)
    return changedSince === undefined ? '' : `, before ${someNamed(changedSince, names)} changed`;
  return `, before commit ${first.id.slice(0, 7)}${since.length > 1 ? ` and ${counted(since.length - 1, 'other')}` : ''}`;
}

/** Only the command is others' text, and it was run: a receipt says so. */
function provenFact({ receipt, text }: CheckedFact, { names, line }: OthersWords, zone: string): string {
  return receipt === null
    ? line(text, 'dk journal')
    : `${names.command(receipt.command)} ${howItPassed(receipt)}, ${localTime(receipt.time, zone)}`;
}

/** So many are named at most. */
const mostNamed = 40;

/** Whole names as far as they go, and how many more. The first is always named, cut if need be. */
function fittingPaths(paths: readonly string[], name: (path: string) => string, most: number): string {
  const named = paths.slice(0, mostNamed).map(name);
  const list = (shown: number): string =>
    shown < paths.length
      ? `${named.slice(0, shown).join(', ')} and ${paths.length - shown} more`
      : named.slice(0, shown).join(', ');
  let shown = named.length;
  while (shown > 1 && list(shown).length > most) shown -= 1;
  return cut(list(shown), Math.max(most, 40));
}
