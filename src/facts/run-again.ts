// A command that failed, and was run again by somebody who does not say how that ended.
import type { OpenFailure } from '../checks/checks.ts';
import { oneLine } from '../text/text.ts';

/** To be done about it: nobody knows that it still fails. */
export function seeWhetherPasses({ command, times }: OpenFailure): string {
  const often = times > 1 ? ` ${times} times` : '';
  return `see whether \`${oneLine(command, 120)}\` passes now; it failed${often}, and how it ended since is not on record`;
}
