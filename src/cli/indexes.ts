// `dk index`: large folders that are kept as an index, apart from what recall reads.
import type { Command } from 'commander';
import { counted } from '../text/text.ts';
import { type Built, indexAdd, indexList, indexRemove, indexUpdate, type ListedIndex } from '../verbs/verbs.ts';
import { localTime } from './local-time.ts';
import { noVerb } from './no-verb.ts';
import { paint, type Terminal } from './terminal.ts';

interface Options {
  readonly json?: boolean;
}

const aName = 'small letters, digits, - and _';
const json = ['--json', 'print the result as JSON'] as const;

export function addIndex(program: Command, terminal: Terminal): void {
  const verbs = program
    .command('index')
    .summary('large folders, kept as an index: add, update, list, remove')
    .description(
      'Keeps a large folder as an index, so that `dk recall --indexed <name>` can search it without reading it all. The index is a file in the private folder. It is not kept up to date by itself, and says how stale it is.',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  dk index add papers ~/papers\n  dk recall --indexed papers "how do bees navigate"\n  dk index update papers\n  dk index remove papers\n',
    );
  verbs
    .command('list', { isDefault: true })
    .argument('[verb...]')
    .description('Lists the indexes of this home, and how stale each is.')
    .option(...json)
    .addHelpText('after', '\nExample:\n  dk index list\n')
    .action(async ([verb]: string[], options: Options) => {
      if (verb !== undefined) throw noVerb(verb, verbs);
      const listed = await indexList(terminal.standpoint());
      if (options.json === true) return terminal.json(listed);
      for (const each of listed.indexes) tellListed(terminal, each);
      for (const { name, message, hint } of listed.problems) terminal.say(paint('bold', name), `  ${message}. ${hint}`);
      if (listed.indexes.length + listed.problems.length === 0)
        terminal.say('There is no index. `dk index add <name> <folder>` makes one.');
    });
  verbs
    .command('add')
    .argument('<name>', aName)
    .argument('<folder>', 'the folder to read')
    .description('Reads a folder and keeps its text and vectors as an index of this name.')
    .option(...json)
    .addHelpText('after', '\nExample:\n  dk index add papers ~/papers\n')
    .action(async (name: string, folder: string, options: Options) => {
      tellBuilt(terminal, await indexAdd(terminal.standpoint(), { name, folder }), options);
    });
  verbs
    .command('update')
    .argument('<name>', aName)
    .description('Reads the folder again. Files whose content is the same are left as they are in the index.')
    .option(...json)
    .addHelpText('after', '\nExample:\n  dk index update papers\n')
    .action(async (name: string, options: Options) => {
      tellBuilt(terminal, await indexUpdate(terminal.standpoint(), { name }), options);
    });
  verbs
    .command('remove')
    .argument('<name>', aName)
    .description('Takes an index away. The folder itself is not touched.')
    .option(...json)
    .addHelpText('after', '\nExample:\n  dk index remove papers\n')
    .action(async (name: string, options: Options) => {
      const removed = await indexRemove(terminal.standpoint(), { name });
      if (options.json === true) return terminal.json(removed);
      terminal.say(`The index ${name} is gone. Its folder is as it was.`);
    });
}

function tellListed(terminal: Terminal, { name, folder, built, files, chunks, stale }: ListedIndex): void {
  const { changed, gone, new: added } = stale;
  const since =
    changed + gone + added === 0 ? 'up to date' : `since then ${changed} changed, ${gone} gone, ${added} new`;
  terminal.say(
    paint('bold', name),
    `  ${folder}  ${counted(files, 'file')}, ${counted(chunks, 'piece')}, ${localTime(built)}: ${since}`,
  );
}

function tellBuilt(terminal: Terminal, built: Built, options: Options): void {
  if (options.json === true) return terminal.json(built);
  const { name, files, chunks, added, changed, removed, same, stopped, unread, embedder, withoutVectors } = built;
  terminal.say(
    `${name} has ${counted(files, 'file')} in ${counted(chunks, 'piece')}: ${added} new, ${changed} changed, ${removed} gone, ${same} as before.`,
  );
  if (stopped !== null) terminal.say(`It stopped at ${stopped.path}: too many ${stopped.by}.`);
  if (unread > 0) terminal.say(`${counted(unread, 'file')} could not be read.`);
  if (withoutVectors > 0)
    terminal.say(
      `${counted(withoutVectors, 'piece')} can be found by words alone, because the embedder ${embedder.name} was not used: ${embedder.why}.`,
    );
}
