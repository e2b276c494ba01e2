// One question to a person, answered by yes or anything else.
import { createInterface } from 'node:readline';

/** Whether somebody is there who can see a question and answer it. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/** Only a clear yes is one; the end of the input is none. */
export function isYes(question: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  lines.on('close', () => resolve(false));
  lines.question(`${question} [y/N] `, (answer) => {
    resolve(/^\s*y(?:es)?\s*$/iu.test(answer));
    lines.close();
  });
  return promise;
}
