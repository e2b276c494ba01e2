// The net in front of everything that keeps text or sends it: what is kept for good, printed, or told to a model goes through it.
import { DreamkeeperError } from '../errors/errors.ts';
import { withoutInvisible } from '../text/text.ts';
import { tellingName } from './names.ts';
import { findSecrets, redactSecrets, type SecretOptions } from './scan.ts';

export interface Net {
  /** Each credential as `[REDACTED:rule]`, all else as it was. */
  redact(text: string): string;
  isClean(text: string): boolean;
  /** Every string in plain data, names of properties as well. */
  within<T>(value: T): T;
  /** The rule by which there is a credential in the new text that the old one does not have; undefined if there is none. */
  brought(after: string, before?: string): string | undefined;
  /** For words that somebody wants kept for good: throws `E_USAGE` if there is a credential among them. */
  refuse(words: string): void;
}

/** Lines beside a new one: a name may stand above its value. */
const beside = 2;

/** An id of a commit or a change, a time, a name in the journal. */
const ours =
  /^(?:[0-9a-f]{7,64}|[a-z]-[a-z2-7]{10}|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{5,12}Z|(?:rem\/)?[0-9]{4}(?:-[0-9]{2}){2}-[0-9]{4}(?:-[0-9]{1,3})?\.org)$/u;
/** Ordinary words with spaces between them: no flag of a command, and no capital inside a word. */
const words = /^(?:[A-Z]?[a-z]{0,14}(?:-[a-z]{1,14}){0,2}(?:[,.;]? (?:[—–→] )?|\.?$)){0,60}$/u;

/** One short word, such as the names of our own fields: too short for a credential, or for one in base64. */
const word = /^[A-Za-z]{0,11}$/u;

/** Most strings in data are one of these, and no rule of ours finds anything there. Seeing that quickly saves most of the time. */
function isPlain(text: string): boolean {
  return (
    word.test(text) ||
    ours.test(text) ||
    (text.length <= 400 && words.test(text) && !tellingName.test(text) && !/basic|recovery/iu.test(text))
  );
}

export function netFor(options: SecretOptions): Net {
  const redact = (text: string): string => (isPlain(text) ? text : redactSecrets(text, options));
  const within = <T>(value: T): T => mapStrings(value, redact) as T;
  return {
    redact,
    within,
    isClean: (text) => findSecrets(text, options).length === 0,
    // Normalised: a credential with an invisible character in it is still one.
    brought: (after, before) => {
      const [now, then] = [withoutInvisible(after), withoutInvisible(before ?? '')];
      const added = then === '' ? now : addedTo(then, now);
      return findSecrets(added, options).find(({ start, end }) => !then.includes(added.slice(start, end)))?.rule;
    },
    refuse: (words) => {
      const [found] = findSecrets(withoutInvisible(words), options);
      if (found === undefined) return;
      throw new DreamkeeperError('E_USAGE', `this has a credential in it (${found.rule})`, {
        hint: 'Nothing was kept. Write down where the credential is kept instead. If anybody saw it, replace it with a new one.',
      });
    },
  };
}

/** The lines that are new, and a few beside them: most changes of a long file are short. */
function addedTo(before: string, after: string): string {
  const known = new Set(before.split('\n'));
  const lines = after.split('\n');
  const wanted = new Set<number>();
  for (const [index, line] of lines.entries()) {
    if (known.has(line)) continue;
    for (let at = index - beside; at <= index + beside; at += 1) wanted.add(at);
  }
  return lines.filter((_, index) => wanted.has(index)).join('\n');
}

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => mapStrings(each, change));
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [change(name), mapStrings(inner, change)]));
}
