// What the pack says of the work: what comes next, what is under way, in flight and broken; and how much has to be read to know it.
import type { Day, Truth } from '../life.ts';
import { type Counts, share } from './measure.ts';
import { words } from './says.ts';

/** A line that begins so says what comes next. */
const saysNext = /^[^\p{L}]*next\b/iu;
const saysFlight = /in flight|uncommitted|not committed|unsaved/iu;
const saysBroken = /broken|fail/iu;
const saysUnderWay = /\bdoing\b|under way|in progress/iu;

export function measureOrientation(truth: Truth, pack: readonly string[], day: Day): Counts {
  const mentions = (line: string, what: string): boolean => line.includes(what) || words(line).includes(words(what));
  const nextLines = pack.filter((line) => saysNext.test(line));
  const isRight = truth.next.some((name) => nextLines.some((line) => mentions(line, name)));
  const items = [...(truth.doing === undefined ? [] : [truth.doing.title]), ...truth.inFlight, ...truth.failing];
  const told = items.filter((item) => pack.some((line) => mentions(line, item)));
  const wrongly = [
    ...truth.landed.filter((path) => pack.some((line) => saysFlight.test(line) && mentions(line, path))),
    ...truth.mended.filter((command) => pack.some((line) => saysBroken.test(line) && mentions(line, command))),
    ...truth.finished.filter(({ title }) =>
      pack.some((line) => saysUnderWay.test(line) && !/done|finished/iu.test(line) && mentions(line, title)),
    ),
  ];
  const tokens = tokensOf(pack.join('\n')) + (isRight ? 0 : tokensOf(rawDay(day)));
  return new Map([
    ['next action', share(isRight ? 1 : 0, truth.next.length === 0 ? 0 : 1)],
    ['carry', share(told.length, items.length + wrongly.length)],
    ['tokens to orient', share(tokens, 1)],
  ]);
}

/** Four characters are a token, as people reckon. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / 4);
}

/** What somebody would have to read instead: the day as it was recorded. */
function rawDay({ events }: Day): string {
  return events
    .map((event) =>
      event.kind === 'file'
        ? `${event.path} changed`
        : Object.values(event)
            .filter((each) => typeof each === 'string')
            .join(' '),
    )
    .join('\n');
}
