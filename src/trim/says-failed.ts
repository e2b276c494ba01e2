// Whether the result of a tool says that it failed, where its format has no sign for that.
import { isRecord, jsonIn } from '../text/text.ts';

/** At the beginning: what programs and tools say first when something went wrong. */
const opening =
  /^\W{0,3}(?:(?:fatal |uncaught |unhandled )?(?:[A-Z]\w*)?(?:error|exception)\b|failed\b|failure\b|traceback \(most|panic:|refused\b|command failed\b)/iu;
/** Anywhere: how a program ended. */
const exit =
  /\b(?:exit(?:ed)?(?: with)?(?: code| status)?|exit_?code|return ?code)["']?\s*[:=]?\s*-?(?:[1-9]\d{0,9})\b/iu;

export function saysFailed(result: unknown): boolean {
  const told = typeof result === 'string' ? (jsonIn(result) ?? result) : result;
  if (typeof told === 'string')
    return opening.test(told) || exit.test(told.slice(0, 400)) || exit.test(told.slice(-400));
  if (!isRecord(told)) return false;
  const { error, isError, is_error, success, ok, exitCode, exit_code, code } = told;
  return (
    isError === true ||
    is_error === true ||
    success === false ||
    ok === false ||
    (error !== undefined && error !== null && error !== false && error !== '') ||
    [exitCode, exit_code, code].some((each) => typeof each === 'number' && each !== 0 && !isHttpSuccess(each))
  );
}

/** Some tools call the status of an answer its code. */
function isHttpSuccess(code: number): boolean {
  return code >= 200 && code < 400;
}
