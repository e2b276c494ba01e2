// `dk models`: which model does what, who decided that, and what it may take.
import { type Command, Option } from 'commander';
import type { ModelAct, StartedProgram } from '../config/config.ts';
import { counted, printSafe } from '../text/text.ts';
import {
  askedActs,
  type Models,
  models,
  presets,
  type TestedModel,
  testModel,
  type UsedModel,
  type UseRequest,
  useModel,
} from '../verbs/verbs.ts';
import { paint, type Terminal } from './terminal.ts';

const acts = {
  consolidate: 'consolidations',
  curate: 'curations',
  deep: 'deep sleep',
  dream: 'dreams',
  daydream: 'daydreams',
  work: 'work',
} as const satisfies Record<ModelAct, string>;

interface UseOptions extends Omit<UseRequest, 'name' | 'command'> {
  readonly json?: boolean;
}

export function addModels(program: Command, terminal: Terminal): void {
  const command = program
    .command('models')
    .summary('which model is used, what it used today, and how to choose another')
    .description(
      'Dreamkeeper needs no model to sleep. If you choose one, Dreamkeeper sends it the facts of the day, within your limits, and checks its answer against the record.',
    )
    .addHelpText(
      'after',
      `\nExamples:\n  dk models                             which model each kind of work would use, and who decided that\n  dk models use openrouter              ${presets.openrouter?.model} by OpenRouter, with the key in OPENROUTER_API_KEY\n  dk models use ollama/llama3.2         a model on this machine\n  dk models use claude                  Claude Code's own \`claude -p\`, without tools\n  dk models use builtin                 no model\n  dk models test                        one small real call\n`,
    );
  command
    .command('list', { isDefault: true })
    .description(
      'Shows which model each kind of work would use, who decided that, whether it is ready, and what was used today.',
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
    .argument('[command...]', 'after `--`: a program that reads the prompt on stdin and answers on stdout')
    .description(
      'Choose a model. Dreamkeeper writes the choice into your own settings, outside every home. It never writes down the key itself, only where the key is.',
    )
    .option('--url <address>', 'the address of a provider that Dreamkeeper does not know by name')
    .option('--key <place>', 'where its key is: env:NAME or file:PATH')
    .addOption(
      new Option('--kind <form>', 'which kind of requests the provider understands').choices([
        'chat',
        'responses',
        'anthropic',
      ]),
    )
    .addOption(
      new Option(
        '--for <what>',
        'what to use it for: `dreaming` (all sleep), `dream`, `daydream` or `consolidate` (one part of it), or `default` (work, and also sleep if nothing else is chosen for it)',
      )
        .choices(['dreaming', 'default', ...askedActs])
        .default('dreaming'),
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
    .argument('[name]', 'a model; if you name none, the one that would dream')
    .description('Makes one small real call. Says whether the model answers, in what form, and how much that took.')
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

function tellUse(used: UsedModel, isDry: boolean, terminal: Terminal): void {
  const { file, changes, isChanged, program, missing, isUnencrypted, other } = used;
  for (const { sign, text } of changes) terminal.say(paint(sign === '+' ? 'green' : 'red', `${sign} ${text}`));
  terminal.say(isChanged ? `${isDry ? 'Would write' : 'Written to'} ${file}.` : `${file} says so already.`);
  if (program !== null) tellProgram(program, terminal);
  if (missing !== null) terminal.say(paint('yellow', `Not ready yet: ${missing}.`));
  if (isUnencrypted)
    terminal.say(paint('yellow', 'The address is plain http: your key and the facts are sent unencrypted.'));
  if (other !== null)
    terminal.say(paint('yellow', `In this home dreams still use ${other.name}: ${other.by} says so.`));
  terminal.hint(paint('dim', '`dk models` shows which model is used for what; `dk models test` makes one small call.'));
}

function tellTest(tested: TestedModel, isJson: boolean, terminal: Terminal): void {
  const { model, outcome, message, calls, tokens, usd, milliseconds } = tested;
  const isReady = outcome === 'ready';
  if (!isReady) terminal.leaveWith(13);
  if (isJson) return terminal.json(tested);
  terminal.say(paint(isReady ? 'green' : 'red', `${model}: ${outcome}`), `  ${message}`);
  const price = usd === null ? 'price unknown' : `$${usd.toFixed(6)}`;
  terminal.say(
    `  ${counted(calls, 'call')}, ${tokens.input} tokens in, ${tokens.output} out, ${price}, ${milliseconds} ms`,
  );
  if (!isReady) terminal.hint(paint('dim', '  docs/models.md says what each reason means and what helps.'));
}

/** One line on how, one on what; a doubt stands out. */
function tellProgram({ argv, hands, about, doubt }: StartedProgram, terminal: Terminal): void {
  terminal.say(paint('dim', `  ${printSafe(argv.map(quoted).join(' '))}`));
  terminal.say(hands === 'none' ? `  ${about}` : paint('yellow', `  ${about}`));
  if (doubt !== undefined) terminal.say(paint('yellow', `  It is started as you wrote it: ${printSafe(doubt)}.`));
}

/** As a shell would take it. */
function quoted(arg: string): string {
  return /^[\w@%+=:,./-]+$/u.test(arg) ? arg : `'${arg.replaceAll("'", String.raw`'\''`)}'`;
}
