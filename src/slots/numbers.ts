// Numbers, dates and times in one spelling each, so that "30 seconds" and "30 s" are the same, and "30 min" is not.

const unitNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    ms: 'ms msec millisecond milliseconds',
    s: 's sec secs second seconds',
    min: 'min mins minute minutes',
    h: 'h hr hrs hour hours',
    day: 'd day days',
    week: 'w week weeks',
    month: 'month months',
    year: 'y yr year years',
    '%': '% percent',
    px: 'px pixel pixels',
    byte: 'byte bytes',
    character: 'char chars character characters',
    time: 'x times',
  }).flatMap(([unit, names]) => names.split(' ').map((name) => [name, unit])),
);

/** Letters that make another unit of it if they are small: they are kept as they are. */
const exactUnit =
  /^(?:[kKMGTP]i?[bB](?:it|ps)?|[munµ]s|[kMGT]?Hz|[munkc]?[mgWVAl]|°[CF]|[kKMGT]|b|B|dpi|rpm|fps|rem|em|pt|EUR|USD|GBP|JPY|CHF)$/u;

/** A number with its unit; `rest` is a word behind it that is none. */
export function numberIn(raw: string): { readonly value: string; readonly rest: string | undefined } {
  const [, sign = '', version = '', digits = '', suffix = '', gap = '', word = ''] =
    /^([^\dvV]*)([vV]?)(\d+(?:[.,'_]\d+)*)(-[\p{L}][\p{L}\p{N}.]*)?( ?)(%|°C|°F|[\p{L}]*)$/u.exec(raw) ?? [];
  const number = `${sign.trim().replace('−', '-')}${version.toLowerCase()}${plainDigits(digits)}${suffix}`;
  if (word === '') return { value: number, rest: undefined };
  // A single capital is another unit: 10 W are no weeks.
  const unit =
    unitNames[word.length === 1 ? word : word.toLowerCase()] ?? (exactUnit.test(word) ? kilo(word) : undefined);
  if (unit !== undefined) return { value: `${number} ${unit}`, rest: undefined };
  return gap === '' ? { value: `${number}${word}`, rest: undefined } : { value: number, rest: word };
}

const kilo = (unit: string): string => unit.replace(/^K(?=[bB]|$)/u, 'k');

function plainDigits(digits: string): string {
  return /^\d{1,3}(?:[,'_]\d{3})+$/u.test(digits) ? digits.replaceAll(/[,'_]/gu, '') : digits;
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

export function dateIn(raw: string): string {
  if (/^\d{4}-/u.test(raw)) return raw;
  const name = /\p{L}{3,}/u.exec(raw.replace(/\bof\b|(?<=\d)(?:st|nd|rd|th)/giu, ''))?.[0].toLowerCase() ?? '';
  const numbers = raw.match(/\d+/gu) ?? [];
  const [year = '', day = ''] = numbers.toSorted((one, other) => other.length - one.length);
  const month = monthNames.indexOf(name.slice(0, 3)) + 1;
  return `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

export function timeIn(raw: string): string {
  const [, hours = '0', minutes = '00', seconds, half] =
    /^(\d{1,2})(?::(\d\d))?(?::(\d\d))? ?([ap])?\.?m?\.?$/iu.exec(raw) ?? [];
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return `${String(hour).padStart(2, '0')}:${minutes}${seconds === undefined ? '' : `:${seconds}`}`;
}

const words = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const tens: Readonly<Record<string, string>> = {
  ...{ fifteen: '15', twenty: '20', thirty: '30', forty: '40', fifty: '50', sixty: '60', ninety: '90' },
  ...{ hundred: '100', thousand: '1000', dozen: '12' },
};

/** Of "three"; not of "one", which mostly counts nothing. */
export function writtenNumber(word: string): string | undefined {
  const at = words.indexOf(word);
  return at === -1 || at === 1 ? tens[word] : String(at);
}

/** Of a word behind a written number. */
export const unitOf = (word: string): string | undefined => (word.length > 1 ? unitNames[word] : undefined);
