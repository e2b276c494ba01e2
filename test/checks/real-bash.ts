// What a command's exit code really proves: the command is run by the real bash with every outcome of the programs in it.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readShell } from '../../src/checks/shell.ts';

/** The programs commands are made of: each writes down that it ran, and succeeds or fails as it is told. */
export const programs = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
export type Program = (typeof programs)[number];

export interface Trial {
  readonly command: string;
  /** Those that fail. */
  readonly failing: readonly Program[];
}

export interface Ended {
  readonly exit: number;
  /** Those that ran and ended with 0. */
  readonly succeeded: ReadonlySet<string>;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Runs all of them, in order, in one process. */
export function runInBash(trials: readonly Trial[]): Ended[] {
  const folder = mkdtempSync(join(tmpdir(), 'dk-bash-'));
  try {
    const log = join(folder, 'what-ran');
    writeFileSync(log, '');
    mkdirSync(join(folder, 'bin'));
    mkdirSync(join(folder, 'sub', 'deep'), { recursive: true });
    const functions = programs.map((name) => {
      const deed = `printf '%s %s %s\\n' "$RUN" ${name} "$OUT_${name}" >> ${quoted(log)}`;
      const path = join(folder, 'bin', name);
      // For `env`, `timeout` and other shells a program; for bash itself a function, which is quicker.
      writeFileSync(path, `#!/bin/sh\n${deed}\nexit "$OUT_${name}"\n`);
      chmodSync(path, 0o755);
      return `${name}() { ${deed}; return "$OUT_${name}"; }\nexport -f ${name}\n`;
    });
    const runs = trials.map(({ command, failing }, index) => {
      const outcomes = programs.map((name) => `OUT_${name}=${failing.includes(name) ? 1 : 0}`).join(' ');
      return `RUN=${index} ${outcomes} bash -c ${quoted(command)}\nprintf '%s exit %s\\n' ${index} $? >> ${quoted(log)}\n`;
    });
    const script = join(folder, 'all.sh');
    writeFileSync(script, `exec </dev/null >/dev/null 2>&1\n${functions.join('')}${runs.join('')}wait\n`);
    const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH ?? ''}`, HOME: folder, LC_ALL: 'C' };
    const ran = spawnSync('bash', [script], { cwd: folder, env, timeout: 60_000 });
    if (ran.status !== 0) throw new Error(`bash ended with ${ran.status}: ${ran.error?.message ?? ''}`);
    const ended = trials.map(() => ({ exit: -1, succeeded: new Set<string>() }));
    for (const line of readFileSync(log, 'utf8').trim().split('\n')) {
      const [index, name = '', code] = line.split(' ');
      const end = ended[Number(index)];
      if (end === undefined) continue;
      if (name === 'exit') end.exit = Number(code);
      else if (code === '0') end.succeeded.add(name);
    }
    return ended;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The programs a reading calls proven. */
export function provenBy(command: string): string[] {
  const names: readonly string[] = programs;
  return (readShell(command)?.proven ?? []).flatMap(({ words: [name = ''] }) => (names.includes(name) ? [name] : []));
}

/** Every choice of failing programs among those the command names. */
export function allTrials(command: string): Trial[] {
  const named = programs.filter((name) => new RegExp(`(?<![\\w/.-])${name}(?![\\w/.-])`, 'u').test(command));
  return Array.from({ length: 2 ** named.length }, (_, bits) => ({
    command,
    failing: named.filter((_name, index) => ((bits >> index) & 1) === 1),
  }));
}

/** Lies: a program called proven, and a run that ended with 0 in which it did not succeed. One line each. */
export function liesAbout(trials: readonly Trial[], ended: readonly Ended[] = runInBash(trials)): string[] {
  return trials.flatMap(({ command, failing }, index) => {
    const { exit, succeeded } = ended[index] ?? { exit: -1, succeeded: new Set<string>() };
    if (exit !== 0) return [];
    const wrong = provenBy(command).filter((name) => !succeeded.has(name));
    return wrong.length === 0
      ? []
      : [
          `${JSON.stringify(command)} ended with 0 while ${failing.join(', ') || 'nothing'} fails; not true of ${wrong}`,
        ];
  });
}
