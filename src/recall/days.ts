// Which days a question means: "yesterday", "last Tuesday", "three days ago", "in May". A day is a number, counted as clocks count.

/** From the first of these days to the last. */
export type Days = readonly [first: number, last: number];

const length = 86_400_000;
const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');
const months = 'january february march april may june july august september october november december'.split(' ');
const counts = 'one two three four five six seven eight nine ten'.split(' ');
const monthName = months.map((name) => (name === 'may' ? name : `${name}|${name.slice(0, 3)}`)).join('|');

/** The day in a text such as a file's name, written `2026-05-04`. */
export function dayOf(day: string): number | undefined {
  const time = Date.parse(day);
  return Number.isNaN(time) ? undefined : time / length;
}

/** As seen from a day. What is meant but not said, such as the year, is the latest that has begun. */
export function daysMeant(question: string, today: number): Days[] {
  const text = question.toLowerCase();
  const found: Days[] = [];
  const each = (pattern: RegExp, read: (...parts: string[]) => Days | undefined): void => {
    for (const [, ...parts] of text.matchAll(pattern)) {
      const days = read(...parts);
      if (days !== undefined) found.push(days);
    }
  };
  const back = (days: number): Days => [today - days, today - days];
  // The first day of counted days was a Thursday; a week begins on Monday.
  const sinceMonday = (today + 3) % 7;
  each(/\b(today|tonight|this morning)\b/g, () => back(0));
  each(/\b(?<!before )(yesterday|last night)\b/g, () => back(1));
  each(/\b(the day before yesterday)\b/g, () => back(2));
  each(/\b(\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten) (day|week)s? ago\b/g, (count = '', unit) => {
    const many = /^\d/.test(count) ? Number(count) : Math.max(1, counts.indexOf(count) + 1);
    return unit === 'day' ? back(many) : [today - many * 7 - 3, today - many * 7 + 3];
  });
  each(/\b(?:last|on|this|since|past) (sun|mon|tues|wednes|thurs|fri|satur)day\b/g, (name = '') => {
    const weekday = weekdays.findIndex((day) => day.startsWith(name));
    return back(((((today + 4 - weekday - 1) % 7) + 7) % 7) + 1);
  });
  each(/\b(this|last|past) week\b/g, (which) => {
    const monday = today - sinceMonday;
    return which === 'this' ? [monday, today] : [monday - 7, monday - 1];
  });
  each(/\b(this|last|past) month\b/g, (which) => {
    const now = new Date(today * length);
    return monthAt(now.getUTCFullYear(), now.getUTCMonth() - (which === 'this' ? 0 : 1));
  });
  each(
    new RegExp(`\\b(?:in|during|of|last|this|since|early|late|mid) (${monthName})\\b(?:,? (\\d{4}))?`, 'g'),
    (name = '', year) => monthAt(year === undefined ? yearOf(name, 1, today) : Number(year), monthOf(name)),
  );
  each(
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th|\\.)? (?:of )?(${monthName})\\b(?:,? (\\d{4}))?`, 'g'),
    (day, name = '', year) => dayIn(year, name, Number(day), today),
  );
  each(new RegExp(`\\b(${monthName}) (\\d{1,2})(?:st|nd|rd|th)?\\b(?:,? (\\d{4}))?`, 'g'), (name = '', day, year) =>
    dayIn(year, name, Number(day), today),
  );
  each(/\b(\d{4}-\d\d-\d\d)\b/g, (day = '') => {
    const at = dayOf(day);
    return at === undefined ? undefined : [at, at];
  });
  return found;
}

function monthOf(name: string): number {
  return months.findIndex((month) => month.startsWith(name.slice(0, 3)));
}

/** The latest year in which that day has come. */
function yearOf(name: string, day: number, today: number): number {
  const year = new Date(today * length).getUTCFullYear();
  return Date.UTC(year, monthOf(name), day) / length <= today ? year : year - 1;
}

function dayIn(year: string | undefined, name: string, day: number, today: number): Days | undefined {
  if (day < 1 || day > 31) return undefined;
  const at = Date.UTC(year === undefined ? yearOf(name, day, today) : Number(year), monthOf(name), day) / length;
  return [at, at];
}

function monthAt(year: number, month: number): Days {
  return [Date.UTC(year, month, 1) / length, Date.UTC(year, month + 1, 1) / length - 1];
}
