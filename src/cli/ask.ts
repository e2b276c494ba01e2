// One question to a person, answered by yes or anything else.
/** Where a question is shown, and where its answer comes from. */
export interface Asked {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/** Whether somebody is there who can see a question and answer it. */
export function canAsk({ input, output }: Asked): boolean {
  return input.isTTY === true && output.isTTY === true;
}

/** Only a clear yes is one; the end of the input is none. */
export async function isYes(question: string, { input, output }: Asked): Promise<boolean> {
  const { createInterface } = await import('node:readline');
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const lines = createInterface({ input, output });
  lines.on('close', () => resolve(false));
  lines.question(`${question} [y/N] `, (answer) => {
    resolve(/^\s*y(?:es)?\s*$/iu.test(answer));
    lines.close();
  });
  return promise;
}
