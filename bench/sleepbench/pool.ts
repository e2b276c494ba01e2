// Processes that live lives beside each other; each is told which, and tells what it measured.
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Lived } from './live.ts';

export interface Task {
  readonly file: string;
  readonly seed: number;
  readonly days: number;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly packages?: string;
}

export type Answer =
  | { readonly kind: 'lived'; readonly lived: Lived; readonly offers: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string };

/** All tasks, with so many processes. The answers are in the order of the tasks. */
export async function liveAll(
  tasks: readonly Task[],
  { workers, scratch, onDone }: { readonly workers: number; readonly scratch: string; onDone(task: Task): void },
): Promise<Answer[]> {
  const answers: Answer[] = [];
  let at = 0;
  const work = async (): Promise<void> => {
    const child = fork(join(import.meta.dirname, 'worker.ts'), [scratch], { serialization: 'advanced' });
    try {
      for (let index = at++; index < tasks.length; index = at++) {
        const task = tasks[index];
        if (task === undefined) break;
        answers[index] = await ask(child, task);
        onDone(task);
      }
    } finally {
      child.kill();
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, tasks.length) }, work));
  return answers;
}

function ask(child: ChildProcess, task: Task): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const gone = (code: number | null, signal: string | null): void =>
    reject(new Error(`${task.file}, seed ${task.seed}: its process ended (${signal ?? code})`));
  child.once('exit', gone);
  child.once('message', (answer) => {
    child.off('exit', gone);
    // Our own worker says nothing else.
    resolve(answer as Answer);
  });
  child.send(task);
  return promise;
}
