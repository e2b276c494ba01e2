// `dk recall`: what in the files answers a question.
import type { Command } from 'commander';
import { recall, recallText } from '../verbs/verbs.ts';
import type { Terminal } from './terminal.ts';
import { wholeNumber } from './whole-number.ts';

interface RecallOptions {
  readonly most: string;
  readonly docs?: boolean;
  readonly plain?: boolean;
  readonly json?: boolean;
}

export function addRecall(program: Command, terminal: Terminal): void {
  program
    .command('recall')
    .argument('<question>', 'in words, as you would ask somebody')
    .summary('find what answers a question, in the files as they are now')
    .description(
      'Finds by meaning in the home and in the project: memory, notes, dreams, pages and code. It reads the files as they are at this moment; there is no index, and nothing is written.',
    )
    .option('-k, --most <hits>', 'how many hits', '5')
    .option('--docs', 'leave code out')
    .option('--plain', "the seed's own way: hashed vectors, windows of twenty lines")
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  dk recall "when is the staging database reset?"\n  dk recall --docs -k 3 "how do we deploy"\n',
    )
    .action(async (question: string, { most, docs, plain, json }: RecallOptions) => {
      const request = { question, most: wholeNumber('--most', most), docs, plain };
      if (json === true) return terminal.json(await recall(terminal.standpoint(), request));
      terminal.lines((await recallText(terminal.standpoint(), request)).text);
    });
}
