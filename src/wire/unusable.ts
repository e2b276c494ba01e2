// The operator's settings cannot be used: what a receipt says of it. Receipts become gaps in a manifest that is committed, so neither paths nor values get in.
import { DreamkeeperError } from '../errors/errors.ts';

export function unusable(problem: DreamkeeperError): DreamkeeperError {
  if (problem.code !== 'E_CONFIG' && problem.code !== 'E_FORMAT_NEWER') return problem;
  return new DreamkeeperError(problem.code, 'your own config.yaml cannot be used', {
    hint: 'Run `dk models`: it says what is wrong with it.',
    cause: problem,
  });
}
