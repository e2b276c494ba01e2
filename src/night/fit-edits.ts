// What an act may propose: looked at before anybody else counts on it, so that one bad edit is its act's failure and not the night's.
import { type AllowedSecrets, type FileEdit, heldBack, netOf } from '../change/change.ts';
import { DreamkeeperError, type ErrorCode } from '../errors/errors.ts';
import { isPrivateName } from '../steps/steps.ts';
import { printSafe } from '../text/text.ts';

/** What no act writes: the record of what was, and who the agent is. The dream's own entry is a file of the host, and comes with its dream. */
const notForActs = /^(?:rem|\.git)(?:\/|$)|^(?:dreamkeeper\.yaml|agent\.org|lifecycle\.org|crew\.org)$/iu;

/** Throws if an edit is none that may land. */
export function refuseUnfit(
  { secrets }: AllowedSecrets,
  { path, isHosts, rule }: FileEdit,
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
): void {
  const shown = printSafe(path);
  const refusal = (code: ErrorCode, message: string): DreamkeeperError =>
    new DreamkeeperError(code, message, { hint: 'The whole change was left out.' });
  if (isHosts !== true && (isPrivateName(path) || notForActs.test(path)))
    throw refusal('E_BAD_PATH', `${shown} is not for an act to write`);
  const start = Buffer.from(before ?? []);
  const newStart = Buffer.from(after ?? []).subarray(0, start.length);
  if (rule === 'append' && !newStart.equals(start))
    throw refusal('E_BAD_PATH', `${shown} is only to be appended to, and would be changed`);
  const why = isHosts === true ? undefined : heldBack(netOf({ secrets }), path, after, before);
  if (why !== undefined) throw refusal('E_USAGE', `what would be written into ${shown} ${why}`);
}
