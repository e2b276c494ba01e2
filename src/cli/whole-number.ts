// A number somebody typed.
import { DreamkeeperError } from '../errors/errors.ts';
import { oneLine, printSafe } from '../text/text.ts';

/** Reads a whole number from 1 up, or says what is wrong with it. */
export function wholeNumber(option: string, text: string): number {
  if (/^[1-9]\d{0,8}$/u.test(text)) return Number(text);
  throw new DreamkeeperError(
    'E_USAGE',
    `${option} takes a whole number from 1 up, not "${printSafe(oneLine(text, 40))}"`,
    { hint: 'Add --help to see what it takes.' },
  );
}
