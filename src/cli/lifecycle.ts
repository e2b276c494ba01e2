// `dk lifecycle`: the cadence of a home written, checked and drawn.
import type { Command } from 'commander';
import { makeChange } from '../change/change.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { lifecycleFile, lifecycleNow, lifecyclePlace, problemLine } from '../keeper/keeper.ts';
import { canonicalCadence } from '../lifecycle/lifecycle.ts';
import { landedFrom as changedJson } from '../verbs/landed.ts';
import { openHome, openOwnHome } from '../wire/wire.ts';
import { showLifecycle } from './lifecycle-show.ts';
import type { Terminal } from './terminal.ts';

interface Options {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function addLifecycle(program: Command, terminal: Terminal): void {
  const lifecycle = program
    .command('lifecycle', { hidden: true })
    .summary('the cadence of an agent: write, check, draw')
    .description(
      'lifecycle.org says in which order an agent works, checks its work, sleeps and plans. The keeper does one state each tick.',
    )
    .addHelpText('after', '\nExamples:\n  dk lifecycle init\n  dk lifecycle lint\n  dk lifecycle show\n');
  lifecycle
    .command('init')
    .description('Write the usual cadence into lifecycle.org, and commit it. One that is there is left alone.')
    .option('--dry-run', 'print it, and do nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk lifecycle init --dry-run\n')
    .action((options: Options) => init(options, terminal));
  lifecycle
    .command('lint')
    .description(
      'Check lifecycle.org: every mistake with its line and what to do about it. Ends with 12 if there is one.',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk lifecycle lint --json\n')
    .action((options: Options) => lint(options, terminal));
  lifecycle
    .command('show', { isDefault: true })
    .description('Draw the cadence, with where the agent is in it, gates, and when the next tick comes.')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk lifecycle show\n')
    .action((options: Options) => showLifecycle(options.json === true, terminal));
}

async function init({ dryRun, json }: Options, terminal: Terminal): Promise<void> {
  const { world, home, agent } = await (dryRun === true ? openHome : openOwnHome)(terminal.standpoint());
  const bytes = Buffer.from(canonicalCadence);
  // Asked again when it is written: somebody may write one meanwhile.
  const edit = (there: Uint8Array | undefined): Uint8Array => {
    if (there === undefined || bytes.equals(there)) return bytes;
    throw new DreamkeeperError('E_NOT_OURS', `there is a ${lifecycleFile} already`, {
      hint: 'Nothing was changed. Edit it as you like; `dk lifecycle lint` checks it.',
    });
  };
  edit(world.files.read(home.home, lifecycleFile));
  if (dryRun === true) {
    if (json === true) return terminal.json({ path: lifecycleFile, text: canonicalCadence, ...changedJson(undefined) });
    for (const line of canonicalCadence.trimEnd().split('\n')) terminal.say(line);
    return;
  }
  const changed = await makeChange(world, home, {
    files: [{ path: lifecycleFile, edit, rule: 'refuse' }],
    subject: 'lifecycle: the usual cadence',
    agent,
  });
  if (json === true) return terminal.json({ path: lifecycleFile, ...changedJson(changed) });
  terminal.say(changed.kind === 'unchanged' ? `${lifecycleFile} is there already.` : `Wrote ${lifecycleFile}.`);
  terminal.hint('`dk lifecycle show` draws it, `dk keep` goes by it.');
}

async function lint({ json }: Options, terminal: Terminal): Promise<void> {
  const at = terminal.standpoint();
  const { world, home } = await openHome(at);
  const read = lifecycleNow(world, home, at.env);
  const problems = read.kind === 'broken' ? read.problems : [];
  if (problems.length > 0) terminal.leaveWith(12);
  if (json === true)
    return terminal.json({ path: lifecyclePlace(at.env).path, exists: read.kind !== 'none', problems });
  if (read.kind === 'none') return terminal.say(`There is no ${lifecycleFile} here. \`dk lifecycle init\` writes one.`);
  if (problems.length === 0) return terminal.say('Nothing is wrong with it.');
  for (const problem of problems) {
    terminal.say(problemLine(problem));
    terminal.say(`  ${problem.hint}`);
  }
}
