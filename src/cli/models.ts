// `dk models`: which model does what, who decided that, and what it may take.
import { type Command, Option } from 'commander';
import type { ModelAct } from '../config/config.ts';
import { askedActs, type Models, models, presets, testModel, type UseRequest, useModel } from '../verbs/verbs.ts';
import { tellTest } from './models-test.ts';
import { tellUse } from './models-use.ts';
import { tellProgram } from './program-told.ts';
import { paint, type Terminal } from './terminal.ts';

const acts = { dream: 'dreams', daydream: 'daydreams' } as const satisfies Partial<Record<ModelAct, string>>;

interface UseOptions extends Omit<UseRequest, 'name' | 'command'> {
  readonly json?: boolean;
}

export function addModels(program: Command, terminal: Terminal): void {
  const command = program
    .command('models')
    .summary('which model dreams, what it may take, and how to choose another')
    .description(
      'Sleep works with no model at all. If you choose one, it gets the facts of the day, is held to your limits, and is believed nothing that was not gathered.',
    )
    .addHelpText(
      'after',
      `\nExamples:\n  dk models                             which model each act would use, and who decided that\n  dk models use openrouter              ${presets.openrouter?.model} by OpenRouter, with the key in OPENROUTER_API_KEY\n  dk models use ollama/llama3.2         a model on this machine\n  dk models use claude                  Claude Code's own \`claude -p\`, without tools\n  dk models use builtin                 no model\n  dk models test                        one small real call\n`,
    );
  command
    .command('list', { isDefault: true })
    .description(
      'Which model each act would use, where that was decided, whether it is ready, and what today has cost.',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk models list --json\n')
    .action(async ({ json }: { readonly json?: boolean }) => {
      const listed = await models(terminal.standpoint());
      if (json === true) return terminal.json(listed);
      tell(listed, terminal);
    });
  command
    .command('use')
    .argument('<name>', `provider/model, a program, or \`builtin\`; known: ${Object.keys(presets).join(', ')}`)
    .argument('[command...]', 'behind `--`: a program that reads the prompt on stdin')
    .description(
      'Choose a model. It is written into your own settings, outside every home; no key is ever written down.',
    )
    .option('--url <address>', 'where a provider is reached that is not known by name')
    .option('--key <place>', 'where its key is: env:NAME or file:PATH')
    .addOption(new Option('--kind <form>', 'how it is spoken to').choices(['chat', 'responses', 'anthropic']))
    .addOption(
      new Option('--for <what>', 'for what').choices(['dreaming', 'default', ...askedActs]).default('dreaming'),
    )
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  dk models use anthropic/claude-haiku-4-5\n  dk models use lab/small --url http://10.0.0.7:8000/v1 --key file:~/.lab-key\n  dk models use mine -- ./dream.sh --fast\n',
    )
    .action(async (name: string, argv: string[], { json, ...options }: UseOptions) => {
      const used = await useModel(terminal.standpoint(), { ...options, name, command: argv });
      if (json === true) return terminal.json(used);
      tellUse(used, options.dryRun === true, terminal);
    });
  command
    .command('test')
    .argument('[name]', 'the model that would dream, if none is named')
    .description('One small real call: whether it answers, in what form, and what it took.')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk models test\n')
    .action(async (name: string | undefined, { json }: { readonly json?: boolean }) =>
      tellTest(await testModel(terminal.standpoint(), { name }), json === true, terminal),
    );
}

function tell({ acts: chosen, today, resting, limits, file }: Models, terminal: Terminal): void {
  for (const { act, name, by, passedOver, missing, program } of chosen) {
    terminal.say(paint('bold', `${acts[act]}: ${name}`), `  ${by}`);
    if (program !== null) tellProgram(program, terminal);
    if (missing !== null) terminal.say(paint('yellow', `  not ready: ${missing}`));
    for (const other of passedOver) terminal.say(paint('dim', `  passed over: ${other}`));
  }
  const { day } = limits;
  const cost = today.usd === null ? 'price unknown' : `$${today.usd.toFixed(4)}`;
  const cap = day.usd === undefined ? '' : ` of $${day.usd}`;
  terminal.say(`Today: ${today.calls} of ${day.calls} calls, ${today.tokens} of ${day.tokens} tokens, ${cost}${cap}`);
  for (const { provider, failures, until } of resting)
    terminal.say(
      paint(
        'yellow',
        `${provider} failed ${failures} times in a row and rests until ${until.slice(0, 16).replace('T', ' ')} UTC`,
      ),
    );
  terminal.hint(paint('dim', `Your settings: ${file}`));
}
