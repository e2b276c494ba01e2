// `dk lifecycle`: the cadence of a home written, checked and drawn.
import type { Command } from 'commander';
import { counted, inWords } from '../text/text.ts';
import {
  type LifecycleLint,
  type LifecycleShown,
  type LifecycleWritten,
  lifecycleInit,
  lifecycleLint,
  lifecycleShow,
} from '../verbs/verbs.ts';
import { clock, problemLine } from './tell-events.ts';
import type { Terminal } from './terminal.ts';

interface Options {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function addLifecycle(program: Command, terminal: Terminal): void {
  const lifecycle = program
    .command('lifecycle', { hidden: true })
    .summary('the order in which an agent works and sleeps: init, lint, show')
    .description(
      'lifecycle.org says in which order an agent works, checks its work, sleeps and plans. Each of these is a state; `dk keep` and `dk tick` do one state at a time.',
    )
    .addHelpText('after', '\nExamples:\n  dk lifecycle init\n  dk lifecycle lint\n  dk lifecycle show\n');
  lifecycle
    .command('init')
    .description(
      'Write the usual order into a new lifecycle.org, and commit it. A lifecycle.org that is there already stays as it is.',
    )
    .option('--dry-run', 'print it, and do nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk lifecycle init --dry-run\n')
    .action(async ({ dryRun, json }: Options) =>
      tellWritten(await lifecycleInit(terminal.standpoint(), { dryRun }), json === true, terminal),
    );
  lifecycle
    .command('lint')
    .description(
      'Check lifecycle.org, and print every mistake with its line and what to do about it. Ends with 12 if there is one.',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk lifecycle lint --json\n')
    .action(async ({ json }: Options) => tellLint(await lifecycleLint(terminal.standpoint()), json === true, terminal));
  lifecycle
    .command('show', { isDefault: true })
    .description(
      'Draw the states, and say where the agent is, how long a state has to wait, and when the next tick (one step) comes.',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk lifecycle show\n')
    .action(async ({ json }: Options) =>
      tellShown(await lifecycleShow(terminal.standpoint()), json === true, terminal),
    );
}

function tellWritten(lifecycle: LifecycleWritten, asJson: boolean, terminal: Terminal): void {
  if (asJson) return terminal.json(lifecycle);
  const { path, text, written } = lifecycle;
  if (text !== undefined) return terminal.lines(text);
  terminal.say(written ? `Wrote ${path}.` : `${path} is there already.`);
  terminal.hint('`dk lifecycle show` draws it, and `dk keep` follows it.');
}

const none = 'There is no lifecycle.org here. `dk lifecycle init` writes one.';

function tellLint(lint: LifecycleLint, asJson: boolean, terminal: Terminal): void {
  const { exists, problems } = lint;
  if (problems.length > 0) terminal.leaveWith(12);
  if (asJson) return terminal.json(lint);
  if (problems.length === 0) return terminal.say(exists ? 'lifecycle.org has no mistakes.' : none);
  for (const problem of problems) {
    terminal.say(problemLine(problem));
    terminal.say(`  ${problem.hint}`);
  }
}

function tellShown(shown: LifecycleShown, asJson: boolean, terminal: Terminal): void {
  const { problems } = shown;
  if (shown.start === null && problems.length > 0) terminal.leaveWith(12);
  if (asJson) return terminal.json(shown);
  if (shown.start === null) {
    if (problems.length === 0) return terminal.say(none);
    for (const problem of problems) terminal.say(problemLine(problem));
    return;
  }
  const { states, position, gates, streak, lastTick, nextIn, drawing } = shown;
  terminal.say(drawing);
  const repeat = states.find(({ name }) => name === position.state)?.repeat ?? 1;
  terminal.say(`Now: ${position.state}, ${position.hits} of ${repeat} done.`);
  for (const { state, opensIn } of gates)
    terminal.say(`${state} may begin ${opensIn === 0 ? 'now' : `in ${inWords(opensIn)}`}.`);
  if (streak !== null)
    terminal.say(
      `${streak.kind === 'no_work' ? 'Nothing to do' : 'Failed'} ${counted(streak.count, 'time')} in a row.`,
    );
  const next = nextIn === 0 ? 'now' : `in ${inWords(nextIn)}`;
  terminal.say(lastTick === null ? 'No tick yet.' : `Last tick ${clock(lastTick)}; the next is due ${next}.`);
  for (const problem of problems) terminal.say(`${problemLine(problem)} (the last good version stays in force)`);
}
