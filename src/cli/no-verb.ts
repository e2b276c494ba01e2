// A mistyped verb behind a verb: `dk board mvoe x DONE` reaches the one that is meant without a name, with words too many.
import type { Command } from 'commander';
import { DreamkeeperError } from '../errors/errors.ts';
import { nearest, oneLine, printSafe } from '../text/text.ts';

export function noVerb(verb: string, of: Command): DreamkeeperError {
  const names = of.commands.map((command) => command.name());
  const guess = nearest(verb, names);
  return new DreamkeeperError('E_USAGE', `dk ${of.name()} has no verb "${printSafe(oneLine(verb, 40))}"`, {
    hint: guess === undefined ? `It has ${names.join(', ')}.` : `Did you mean \`dk ${of.name()} ${guess}\`?`,
  });
}
