// `dk doctor`: what is wrong with a home, and what can safely be put right.
import type { Command } from 'commander';
import type { Diagnosis, Level } from '../doctor/doctor.ts';
import { counted } from '../text/text.ts';
import { doctor } from '../verbs/verbs.ts';
import { paint, type Terminal } from './terminal.ts';

interface Options {
  readonly strict?: boolean;
  readonly fix?: boolean;
  readonly secrets?: boolean;
  readonly json?: boolean;
}

export function addDoctor(program: Command, terminal: Terminal): void {
  program
    .command('doctor')
    .summary('find out what is wrong here, and repair what is safe to repair')
    .description(
      'Looks at everything in a home, and says what is wrong and what to do about it. Changes nothing without --fix. Exits with 14 if something is damaged.',
    )
    .option('--strict', 'exit with 14 for warnings, too')
    .option('--fix', 'repair what is certainly safe to repair, and say each step')
    .option('--secrets', 'look for credentials in the files and their history, too')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExamples:\n  dk doctor\n  dk doctor --fix\n  dk doctor --strict --json\n')
    .action(async ({ strict, json, ...request }: Options) => {
      const found = await doctor(terminal.standpoint(), request);
      const isBad = !found.healthy || (strict === true && found.findings.some(({ level }) => level === 'warning'));
      if (isBad) terminal.leaveWith(14);
      if (json === true) terminal.json(found);
      else tell(found, terminal);
    });
}

const colours = { error: 'red', warning: 'yellow', info: 'blue' } as const satisfies Record<Level, string>;

function tell({ findings, fixed, failed, checks }: Diagnosis, terminal: Terminal): void {
  for (const action of fixed) terminal.say(paint('green', 'fixed'), ` ${action}`);
  for (const action of failed) terminal.say(paint('red', 'not fixed'), ` ${action}`);
  for (const { id, level, message, hint } of findings) {
    terminal.say(paint(colours[level], `${level} ${id}`), ` ${message}`);
    terminal.say(`  ${hint}`);
  }
  const count = (wanted: Level): number => findings.filter(({ level }) => level === wanted).length;
  if (count('error') + count('warning') === 0)
    terminal.say(paint('green', `All is well: ${counted(checks.length, 'check')}.`));
  else {
    const fixable = findings.filter(({ fixable: can }) => can).length;
    terminal.say(
      `${counted(count('error'), 'error')}, ${counted(count('warning'), 'warning')}.`,
      fixable > 0 ? ` \`dk doctor --fix\` puts ${fixable} right.` : '',
    );
  }
}
