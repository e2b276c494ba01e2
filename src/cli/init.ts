// `dk init`: says what it chose and why, does it, and says what happens next.
import type { Command } from 'commander';
import { type Founded, init } from '../verbs/verbs.ts';
import { meaningOf } from './tell-shape.ts';
import { paint, type Terminal } from './terminal.ts';

interface InitOptions {
  readonly here?: boolean;
  readonly home?: string;
  readonly agent?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function addInit(program: Command, terminal: Terminal): void {
  program
    .command('init')
    .summary('make a home for an agent’s memory')
    .description(
      'Makes a home: the git repository in which Dreamkeeper keeps the memory of an agent. Your own files stay as they are.',
    )
    .option('--here', 'make this repository itself the home')
    .option('--home <folder>', 'put the home into this folder')
    .option('--agent <name>', 'the name of the agent in a new home (default: agent)')
    .option('--dry-run', 'say what would be done, and change nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  dk init                     in a project: makes a home in .dream/, which your git does not see\n  dk init --here              makes this folder itself the home\n  dk init --home ~/memory/me  makes the home there\n',
    )
    .action(async ({ json, ...request }: InitOptions) => {
      const founded = await init(terminal.standpoint(), request);
      if (json === true) return terminal.json(founded);
      tell(founded, terminal);
    });
}

function tell(founded: Founded, terminal: Terminal): void {
  const { home, shape, why } = founded;
  if ('dryRun' in founded) {
    terminal.say(`Would make the home ${home}  (${why})`);
    for (const step of founded.steps) terminal.say(`  · ${step}`);
    terminal.say(meaningOf[shape]);
    return terminal.say('Nothing was changed.');
  }
  terminal.say(paint('bold', `Home: ${home}`), `  (${why})`);
  for (const { what, done } of founded.steps)
    terminal.say('  ', done ? paint('green', '✓') : paint('dim', '·'), ` ${what}`);
  terminal.say();
  terminal.say(
    'Next: `dk board add "first task"`, then `dk board`. Your agent: `dk install claude` for Claude Code, `dk install` for Codex, OpenCode, Gemini CLI, Qwen Code, Copilot CLI, Pi and Cursor, `dk mcp` for others, `dk step` for your own.',
  );
  terminal.say(meaningOf[shape]);
  if (shape === 'nested') terminal.say('Your own repository is as it was: `git status` shows nothing new.');
}
