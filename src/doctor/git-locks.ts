// Locks that git left behind: how old each is, whether anybody has it open, and whose it is.
import { join, relative } from 'node:path';
import type { Place, World } from '../world/world.ts';
import { type FindingId, type Found, finding } from './finding.ts';
import type { OpenRepository } from './open-repository.ts';
import type { Patient } from './patient.ts';

/** A git that works holds a lock for moments; one that is this old was left by a git that died. */
const oldLock = 10 * 60 * 1000;
/** A lock younger than this may be gone at the next look. */
const young = 2000;

interface GitLock {
  readonly id: Extract<FindingId, 'index-lock' | 'head-lock' | 'ref-lock'>;
  readonly path: string;
}

export function gitLocks(world: World, { repository }: OpenRepository): GitLock[] {
  const { gitDir, commonDir } = repository.place;
  const single: GitLock[] = [
    { id: 'index-lock', path: join(gitDir, 'index.lock') },
    { id: 'head-lock', path: join(gitDir, 'HEAD.lock') },
    { id: 'ref-lock', path: join(commonDir, 'packed-refs.lock') },
  ];
  return [
    ...single.filter(({ path }) => world.disk.at(path) !== undefined),
    ...locksBelow(world, join(commonDir, 'refs'), 0).map((path): GitLock => ({ id: 'ref-lock', path })),
  ];
}

function locksBelow(world: World, folder: string, depth: number): string[] {
  if (depth > 8) return [];
  return world.disk.names(folder).flatMap((name) => {
    const path = join(folder, name);
    if (name.endsWith('.lock')) return [path];
    return world.disk.at(path)?.kind === 'folder' ? locksBelow(world, path, depth + 1) : [];
  });
}

/** Nothing in it, nobody has it, and no git works that long: it may be put aside. */
export function isDead(world: World, now: number, path: string): boolean {
  const seen = world.disk.at(path);
  return (
    seen?.kind === 'file' && seen.size === 0 && now - seen.written > oldLock && world.disk.openedBy(path) === 'nobody'
  );
}

/** Git's lock on the index is ours if it is the same file as the one we keep beside our drafts. */
export function isOurs({ world, home }: Place, path: string): boolean {
  const identity = world.disk.at(path)?.identity;
  return world.disk
    .names(home.privateDir)
    .some((name) => name.startsWith('held-') && world.disk.at(join(home.privateDir, name))?.identity === identity);
}

export function isYoung({ world, now }: Patient, path: string): boolean {
  const seen = world.disk.at(path);
  return seen !== undefined && Math.abs(now - seen.written) < young;
}

export function checkLocks(patient: Patient, open: OpenRepository): Found {
  const { world, now } = patient;
  return gitLocks(world, open).flatMap(({ id, path }) => {
    const seen = world.disk.at(path);
    if (seen === undefined) return [];
    const isOwn = id === 'index-lock' && isOurs(patient, path);
    const minutes = Math.max(0, Math.floor((now - seen.written) / 60_000));
    const holder = world.disk.openedBy(path);
    const held = {
      somebody: 'a process has it open',
      nobody: 'no process has it open',
      unknown: 'it is not known here whether a process has it open',
    }[holder];
    const name = relative(open.repository.place.commonDir, path);
    return finding(
      id,
      isOwn
        ? `A dk that was killed left its lock on the index (${name}).`
        : `Git's lock ${name} is there, ${minutes < 1 ? 'less than a minute' : `${minutes} min`} old; ${held}.`,
      isOwn
        ? 'Run `dk doctor --fix`, or wait: the next change by Dreamkeeper removes it, too.'
        : `If no git, editor or hook is at work there, remove ${path}.`,
      isOwn || isDead(world, now, path),
    );
  });
}
