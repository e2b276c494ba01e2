// A key, from where its owner keeps it.
import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { KeyPlace } from '../config/config.ts';
import { errnoOf } from '../errors/errors.ts';

export type FoundKey =
  | { readonly kind: 'key'; readonly key: string | undefined }
  | { readonly kind: 'missing'; readonly message: string };

/** Largest file that is taken for a key. */
const largest = 16 * 1024;

export function readKey(place: KeyPlace | undefined, env: Readonly<Record<string, string | undefined>>): FoundKey {
  if (place === undefined) return { kind: 'key', key: undefined };
  if ('env' in place) {
    const key = env[place.env]?.trim() ?? '';
    return key === ''
      ? { kind: 'missing', message: `the key should be in ${place.env}, which is not set here` }
      : checked(key, place.env);
  }
  const named = place.file.startsWith('~/') ? join(env.HOME || homedir(), place.file.slice(2)) : place.file;
  if (!isAbsolute(named)) return { kind: 'missing', message: `the key file has to be a full path, not "${named}"` };
  try {
    const file = statSync(named);
    const { size, mode } = file;
    // A pipe would keep us waiting for somebody to write into it.
    if (!file.isFile()) return { kind: 'missing', message: `${named} is not a file` };
    if (size > largest) return { kind: 'missing', message: `${named} is too large for a key` };
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      return { kind: 'missing', message: `${named} can be read by others; \`chmod 600\` it first` };
    return checked(readFileSync(named, 'utf8').trim(), named);
  } catch (error) {
    return { kind: 'missing', message: `the key file ${named} could not be read (${errnoOf(error) ?? 'unknown'})` };
  }
}

/** A key goes into a header: one word of plain characters. */
function checked(key: string, place: string): FoundKey {
  if (key === '') return { kind: 'missing', message: `${place} is empty` };
  return /^[!-~]+$/u.test(key)
    ? { kind: 'key', key }
    : { kind: 'missing', message: `what ${place} holds is no key: blanks or other signs are in it` };
}
