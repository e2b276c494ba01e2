// What both acts of the demo stand on: a folder's commands, run for real, and a way to say what is seen.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { DreamkeeperError } from '../../errors/errors.ts';
import { board } from '../../verbs/verbs.ts';
import { paint, type Terminal } from '../terminal.ts';
import { demoBoard } from './day.ts';

export interface DemoStage {
  explain(text: string): void;
  show(output: string): void;
  /** `dk`, told before it runs; gives what it printed. */
  dk(folder: string, ...args: readonly string[]): Promise<string>;
  git(folder: string, ...args: readonly string[]): Promise<string>;
  commit(folder: string, message: string): Promise<void>;
  /** Puts the sample's plan on the board of a new home; gives where that lies. */
  plan(folder: string): Promise<string>;
}

/** As the person has it, without what would lead the sample to another home, model or day. */
export function demoEnv(): NodeJS.ProcessEnv {
  const { env } = process;
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(?:DREAMKEEPER|WB)_|^GIT_(?:AUTHOR|COMMITTER)_DATE$/u.test(name)),
  );
}

export function demoStage(terminal: Terminal): DemoStage {
  const git = async (folder: string, ...args: readonly string[]): Promise<string> =>
    (await run('git', args, folder)).output;
  const commit = async (folder: string, message: string): Promise<void> => {
    const who = ['-c', 'user.name=waldo', '-c', 'user.email=waldo@example.org'];
    await git(folder, 'add', '-A');
    await git(folder, ...who, '-c', 'commit.gpgSign=false', '-c', 'core.hooksPath=', 'commit', '-q', '-m', message);
  };
  return {
    git,
    commit,
    explain: (text) => {
      terminal.say();
      terminal.say(paint('magenta', text));
    },
    show: (output) => {
      for (const line of output.trimEnd().split('\n')) terminal.say(`  ${line}`);
    },
    dk: async (folder, ...args) => {
      terminal.say(paint('dim', `$ dk ${args.join(' ')}`));
      return (await run(process.execPath, [process.argv[1] ?? '', ...args], folder)).output;
    },
    plan: async (folder) => {
      const { file } = await board({ cwd: folder, env: demoEnv() });
      writeFileSync(file, `#+TODO: TODO NEXT DOING | DONE CANCELLED\n${demoBoard}`);
      await commit(folder, 'plan: a page that is complete');
      return file;
    },
  };
}

/** Runs a program of the day; one that ends otherwise than the day says is a bug of ours. */
export function run(
  program: string,
  args: readonly string[],
  cwd: string,
  expected = 0,
): Promise<{ readonly exit: number; readonly output: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ exit: number; output: string }>();
  const child = spawn(program, args, { cwd, env: demoEnv(), stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  let complaint = '';
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  child.on('error', reject);
  child.on('close', (code) => {
    if (code === expected) return resolve({ exit: code, output: Buffer.concat(chunks).toString() });
    reject(
      new DreamkeeperError(
        'E_BUG',
        `\`${program} ${args.join(' ')}\` ended with ${code ?? 'a signal'}: ${complaint.slice(0, 300)}`,
        { hint: `The sample is in ${cwd}.` },
      ),
    );
  });
  return promise;
}
