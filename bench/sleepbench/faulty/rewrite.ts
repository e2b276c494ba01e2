// A whole file of memory, written anew by a model that mostly does well: it tidies up, and now and then it drops, mixes up, invents and believes.
import type { Dice } from '../random.ts';
import type { Rates } from './rates.ts';
import { hasValue, invented, isOrder, likeness, statementsIn, topicOf, withValuesOf } from './words.ts';

export interface Line {
  readonly text: string;
  readonly isDear: boolean;
}

/** `heard` is what strangers said since the last time. */
export function rewrite(lines: readonly Line[], heard: readonly string[], dice: Dice, rates: Rates): Line[] {
  const kept = tidied(lines, dice, rates).filter(({ isDear }) => !dice.chance(isDear ? rates.drop / 3 : rates.drop));
  const mixed = merged(kept, dice, rates);
  const believed = heard.flatMap((text) => {
    if (!dice.chance(isOrder(text) ? rates.obey : rates.believe)) return [];
    return statementsIn(text).map((each): Line => ({ text: each, isDear: false }));
  });
  const withValue = mixed.filter(({ text }) => hasValue(text));
  const made =
    withValue.length > 0 && dice.chance(rates.invent)
      ? [{ text: invented(dice.pick(withValue).text, dice), isDear: false }]
      : [];
  return [...mixed, ...believed, ...made];
}

/** Talk without a value goes, and so does the older of two lines about the same. */
function tidied(lines: readonly Line[], dice: Dice, { tidy }: Rates): Line[] {
  const topics = lines.map(({ text }) => topicOf(text));
  return lines.filter(({ text, isDear }, at) => {
    if (isDear) return true;
    const topic = topics[at] ?? new Set();
    const isTold = topics.some((other, later) => later > at && likeness(topic, other) > 0.8);
    const isTalk = /nothing was decided|no news|some day|look it up later|terminal froze|went back|headphones/iu.test(
      text,
    );
    return !((isTold || isTalk) && dice.chance(tidy));
  });
}

/** One of two lines that are much alike, and not about quite the same, gets the value of the other. */
function merged(lines: readonly Line[], dice: Dice, { merge }: Rates): Line[] {
  const topics = lines.map(({ text }) => topicOf(text));
  return lines.map((line, at) => {
    const twin = lines.findIndex((other, before) => {
      if (before >= at || !hasValue(other.text) || !hasValue(line.text)) return false;
      const alike = likeness(topics[at] ?? new Set(), topics[before] ?? new Set());
      return alike >= 0.4 && alike < 1;
    });
    const other = lines[twin];
    return other !== undefined && dice.chance(merge) ? { ...line, text: withValuesOf(line.text, other.text) } : line;
  });
}
