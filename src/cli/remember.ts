// `dk remember`: one thing worth knowing tomorrow, as a bullet in today's note.
import { createHash } from 'node:crypto';
import type { Command } from 'commander';
import { makeChange } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { noteFile, withNote } from '../memory/memory.ts';
import { findSecrets } from '../secrets/secrets.ts';
import { oneLine } from '../text/text.ts';
import { openHome, standpoint } from '../wire/wire.ts';
import { changedJson } from './tell-change.ts';
import type { Terminal } from './terminal.ts';

interface RememberOptions {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function addRemember(program: Command, terminal: Terminal): void {
  program
    .command('remember')
    .argument('<text>', 'one thing, in one line')
    .summary('keep one thing for later, as a bullet in notes/')
    .description(
      "Adds one bullet to today's file in notes/, in a commit of its own. Credentials are refused: say where one is kept, not what it is.",
    )
    .option('--dry-run', 'say what would happen, and do nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk remember "the staging database is reset every Sunday"\n')
    .action(async (given: string, options: RememberOptions) => {
      const text = oneLine(given, 100_000);
      if (text.length > longest)
        throw new DreamkeeperError('E_USAGE', `this is too long to remember (${text.length} characters)`, {
          hint: `One thing in one line, at most ${longest} characters. Nothing was kept.`,
        });
      if (text === '')
        throw new DreamkeeperError('E_USAGE', 'there is nothing to remember', { hint: 'Give a line of text.' });
      const { world, found, settings, agent } = await openHome(standpoint());
      refuseSecret(text, settings.secrets?.allow ?? []);
      const path = noteFile(world.now());
      if (options.dryRun === true) {
        if (options.json === true) return terminal.json({ dryRun: true, path, text });
        return terminal.say(`Would add to ${path}: - ${text}`);
      }
      const edit = (content: Uint8Array | undefined): Uint8Array => withNote(content, text);
      const changed = await makeChange(world, found, {
        files: [{ path, edit, rule: 'append' }],
        subject: `note: ${oneLine(text, 60)}`,
        agent,
      });
      if (options.json === true) return terminal.json({ path, text, ...changedJson(changed) });
      if (changed.kind === 'unchanged') return terminal.say(`It stands in ${path} already.`);
      terminal.say(`${path}: - ${text}`);
      if (changed.note !== undefined) terminal.say(changed.note);
    });
}

const longest = 1000;

function refuseSecret(text: string, allow: readonly string[]): void {
  const sha256 = (value: string): string => createHash('sha256').update(value).digest('hex');
  const [found] = findSecrets(text, { allow, sha256 });
  if (found === undefined) return;
  throw new DreamkeeperError('E_USAGE', `this has a credential in it (${found.rule})`, {
    hint: 'Nothing was kept. Say where it is kept instead; rotate it if it was shown to anybody.',
  });
}
