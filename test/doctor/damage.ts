// One way in which a home can be damaged: what happened, what the doctor has to say, and whether it can put it right.
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeChange } from '../../src/change/change.ts';
import type { FindingId } from '../../src/doctor/doctor.ts';
import type { Healthy, Shape } from './healthy-home.ts';

export interface Damage {
  readonly what: string;
  readonly shape?: Shape;
  readonly does: (healthy: Healthy) => void | Promise<void>;
  /** Exactly what is said. */
  readonly says: readonly FindingId[];
  /** Whether there is an error, so that it exits with 14 even if nobody is strict. */
  readonly isError?: boolean;
  /** Nothing but information: not even a strict look minds. */
  readonly isInfo?: boolean;
  /** Whether `--fix` puts it right, so that a strict look is content afterwards. */
  readonly isFixed?: boolean;
  /** `--fix` puts some of it right; the rest is for a person. */
  readonly isPartly?: boolean;
  /** What `--fix` moves into lost-and-found/, by its name. */
  readonly moves?: string;
  /** `--fix` tries, and says why it cannot. */
  readonly isStuck?: boolean;
}

const hour = 60 * 60 * 1000;
export const old = (path: string): void => utimesSync(path, new Date(Date.now() - hour), new Date(Date.now() - hour));
export const put = (path: string, content: string | Uint8Array): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
};
export const edit = (path: string, change: (text: string) => string): void =>
  writeFileSync(path, change(readFileSync(path, 'utf8')));
export const sql = (path: string, text: string): void => {
  const database = new DatabaseSync(path, { allowExtension: false });
  // Newer versions of Node forbid what we are about to do.
  (database as { enableDefensive?(isOn: boolean): void }).enableDefensive?.(false);
  database.exec(text);
  database.close();
};
export const first = (list: readonly string[]): string => list[0] ?? '';
export const last = (list: readonly string[]): string => list.at(-1) ?? '';
export const gitDir = ({ home }: Healthy): string => home.repository.gitDir;
export const objectOf = (healthy: Healthy, path: string): string => {
  const name = healthy.git('rev-parse', `HEAD:${path}`).trim();
  return join(gitDir(healthy), 'objects', name.slice(0, 2), name.slice(2));
};
export const lines = (healthy: Healthy): string[] =>
  readFileSync(healthy.path('rem/ledger.jsonl'), 'utf8').trim().split('\n');
/** A change that was killed at a certain place. */
export const killedAt = async ({ world, home }: Healthy, place: string): Promise<void> => {
  const dying = {
    ...world,
    probe: (name: string) => {
      if (name === place) throw new Error('killed');
    },
  };
  const add = (bytes: Uint8Array | undefined) =>
    Buffer.concat([bytes ?? new Uint8Array(), Buffer.from('** TODO more\n')]);
  await makeChange(dying, home, {
    files: [{ path: 'plan.org', edit: add }],
    subject: 'board: more',
    agent: 'waldo',
  }).catch(() => undefined);
};
export const foreign =
  '#+TITLE: rem\n* tale\nSomebody else.\n* goals\n* blue sky\n* fears\n* verdicts\n- keep course\n* carry\n- next action: rest\n';

/** What is a person's in a home and around it. */
export function isTheirs(name: string): boolean {
  return !/(?:^|\/)\.git(?:\/|$)|(?:^|\/)rem(?:\/|$)|\.tmp$|_steps\.jsonl$/u.test(name);
}
