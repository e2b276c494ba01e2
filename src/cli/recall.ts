// `dk recall`: what in the files answers a question.
import type { Command } from 'commander';
import { recall, recallText } from '../verbs/verbs.ts';
import type { Terminal } from './terminal.ts';
import { wholeNumber } from './whole-number.ts';

interface RecallOptions {
  readonly most: string;
  readonly docs?: boolean;
  readonly history?: boolean;
  readonly plain?: boolean;
  readonly indexed?: string;
  readonly json?: boolean;
}

export function addRecall(program: Command, terminal: Terminal): void {
  program
    .command('recall')
    .argument('<question>', 'a question in your own words, as you would ask a person')
    .summary('search memory and project for the answer to a question')
    .description(
      'Searches the home and the project by meaning: memory, notes, dreams, pages and code. It reads the files as they are at this moment, and changes none. It uses no index, unless you name one with --indexed. It notes privately which memories a question found; the setting `record.recalls` switches that off.',
    )
    .option('-k, --most <hits>', 'how many hits', '5')
    .option('--docs', 'leave code out')
    .option('--history', 'also find what was once in memory, notes, plan and dreams, and is no longer there')
    .option('--plain', 'use the simpler ranking of the original design (hashed vectors, pieces of twenty lines)')
    .option('--indexed <name>', 'ask this index (`dk index`) instead of the files as they are now')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  dk recall "when is the staging database reset?"\n  dk recall --docs -k 3 "how do we deploy"\n  dk recall --history "why did we leave Redis"\n  dk recall --indexed papers "how do bees navigate"\n',
    )
    .action(async (question: string, { most, docs, history, plain, indexed, json }: RecallOptions) => {
      const request = { question, most: wholeNumber('--most', most), docs, history, plain, indexed };
      if (json === true) return terminal.json(await recall(terminal.standpoint(), request));
      terminal.lines((await recallText(terminal.standpoint(), request)).text);
    });
}
