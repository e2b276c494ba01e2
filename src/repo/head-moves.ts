// When HEAD went to another commit than by committing, and who moved it at all: git's own log of it, as far as its newest part goes.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { ifPossible } from '../errors/errors.ts';
import type { Repository } from './repository.ts';

/** A thousand moves, or more. */
const newest = 256 * 1024;
const line = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) .*> (\d{1,12}) [-+]\d{4}(?:\t(.*))?$/gmu;
const who = /^[0-9a-f]{40,64} [0-9a-f]{40,64} (.*) <[^<>\n]*> \d{1,12} [-+]\d{4}(?:\t|$)/gmu;
/** Committing keeps what was checked; and our own commits hold only what is ours. */
const keeps = /^(?:commit\b|dreamkeeper$)/u;

/** The names of those who moved HEAD here, by committing or otherwise: whoever works in this worktree. None where git keeps no such log. */
export function ownNames({ place }: Pick<Repository, 'place'>): ReadonlySet<string> {
  const text = tailOf(join(place.gitDir, 'logs', 'HEAD'));
  return new Set([...text.matchAll(who)].map(([, name = '']) => name));
}

/**
 * The times (whole seconds, ISO 8601) at which a switch, merge, reset, pull, rebase or the like put another commit, or the same one anew, in
 * place. A stash is told there as a reset. Nothing where git keeps no such log.
 */
export function headMoves({ place }: Pick<Repository, 'place'>): readonly string[] {
  const text = tailOf(join(place.gitDir, 'logs', 'HEAD'));
  return [...text.matchAll(line)].flatMap(([, before, after, seconds, said = '']) => {
    if (keeps.test(said) || (before === after && !said.startsWith('reset:'))) return [];
    return [new Date(Number(seconds) * 1000).toISOString()];
  });
}

function tailOf(path: string): string {
  // Not there, not ours to read, or no plain file: then it tells nothing.
  return (
    ifPossible(() => {
      const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
      try {
        const found = fstatSync(file);
        if (!found.isFile()) return '';
        const from = Math.max(0, found.size - newest);
        const bytes = Buffer.alloc(found.size - from);
        return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, from)).toString('utf8');
      } finally {
        closeSync(file);
      }
    }) ?? ''
  );
}
