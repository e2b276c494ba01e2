// Most steps are about a file or a short command. Seeing that quickly saves loading the scanner for each of them.

/** Words after which a value may follow that has no shape of its own. */
const telling =
  /pass|pwd|secret|token|key|auth|cred|bearer|basic|cookie|session|login|machine|digest|hook|recovery|kennwort/iu;

/**
 * Tells whether a text cannot hold a credential: nothing but words, file names and small numbers.
 *
 * Words are lower-case letters, perhaps with capitals at their starts, as names of files and functions have them. Anything else (a digit
 * next to a letter, two capitals in a row, a quote, a colon, an equals sign …) is for the scanner. `false` costs time, never a secret.
 */
export function isPlain(text: string): boolean {
  if (text.length > 400 || telling.test(text)) return false;
  let before = ' ';
  let digits = 0;
  let allDigits = 0;
  for (const character of text) {
    if (character >= '0' && character <= '9') {
      digits += 1;
      allDigits += 1;
      // Many small numbers in a row are a key as well.
      if (digits > 6 || allDigits > 16 || isLetter(before)) return false;
    } else if (character >= 'a' && character <= 'z') {
      if (digits > 0) return false;
    } else if (character >= 'A' && character <= 'Z') {
      if (digits > 0 || (before >= 'A' && before <= 'Z')) return false;
    } else if (' ./-_,'.includes(character)) {
      // A flag may be followed by anything its program takes: `-p hunter`.
      if (character === '-' && before === ' ') return false;
      digits = 0;
    } else return false;
    before = character;
  }
  return true;
}

/** The same for a line that a tool prints of itself: it passed or failed, so many of so many, and nothing stands behind a name. */
export function isPlainLine(line: string): boolean {
  return isPlain(
    line
      .replaceAll(/\bpass(?:ed|es|ing)?\b/giu, '')
      .replaceAll(/[:()|!=#✓✔✖✗ℹ]/gu, ' ')
      .replaceAll(/(?<![A-Za-z\d.])\d+(?:\.\d+)?m?s\b/gu, ''),
  );
}

function isLetter(character: string): boolean {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

/** The same for the name of a branch or a folder, which is told with every step: tickets and versions in it are plain, long mixtures are not. */
export function isPlainName(name: string | null): boolean {
  if (name === null) return true;
  return name.length <= 400 && !telling.test(name) && !/[A-Za-z0-9]{20}|(?=[A-Za-z]*[0-9])[A-Za-z0-9]{10}/u.test(name);
}

/** The same for everything a report has in it. */
export function isPlainReport(value: unknown, depth = 8): boolean {
  if (value === null || value === undefined || typeof value === 'number' || typeof value === 'boolean') return true;
  if (typeof value === 'string') return isPlain(value);
  if (typeof value !== 'object' || depth === 0) return false;
  return Object.entries(value).every(([name, inner]) => isPlain(name) && isPlainReport(inner, depth - 1));
}
