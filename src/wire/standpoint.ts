// Where our process stands, read once at the door and handed on.
import { DreamkeeperError } from '../errors/errors.ts';
import type { Standpoint } from '../world/world.ts';

type Surroundings = Omit<Standpoint, 'cwd'> & { cwd(): string };

/** The standpoint of this process, or of whoever runs us inside theirs. */
export function standpoint({ cwd, ...rest }: Surroundings = ofProcess()): Standpoint {
  try {
    return { ...rest, cwd: cwd() };
  } catch (cause) {
    throw new DreamkeeperError('E_NO_FOLDER', 'the current folder is gone', {
      hint: 'Change to a folder that exists.',
      cause,
    });
  }
}

function ofProcess(): Surroundings {
  return { cwd: () => process.cwd(), env: process.env, complain: toStandardError };
}

export function toStandardError(message: string): void {
  process.stderr.write(`${message}\n`);
}
