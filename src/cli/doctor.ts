// `dk doctor`: what is wrong with a home, and what can safely be put right.
import type { Command } from 'commander';
import { type Diagnosis, diagnose, diagnoseNoHome, type Finding, finding, type Level } from '../doctor/doctor.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { counted } from '../text/text.ts';
import { realWorld, worldFor } from '../wire/wire.ts';
import type { Standpoint } from '../world/world.ts';
import { lookAtModels, modelFindingIds } from '../verbs/model-findings.ts';
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
    .summary('what is wrong with this home, and what can safely be put right')
    .description(
      'Looks at everything a home consists of, and changes nothing unless told to. Exits with 14 if something is damaged.',
    )
    .option('--strict', 'warnings count as well')
    .option('--fix', 'put right what is provably safe, and say each step')
    .option('--secrets', 'look for credentials in the files and their history, too')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExamples:\n  dk doctor\n  dk doctor --fix\n  dk doctor --strict --json\n')
    .action(async (options: Options) => {
      const found = await lookedAt(options, terminal.standpoint());
      const isBad =
        !found.healthy || (options.strict === true && found.findings.some(({ level }) => level === 'warning'));
      if (isBad) terminal.leaveWith(14);
      if (options.json === true) terminal.json(found);
      else tell(found, terminal);
    });
}

/** Other verbs finish first what a killed process left; the doctor only looks, and finishes it when asked to. */
async function lookedAt(options: Options, at: Standpoint): Promise<Diagnosis> {
  const world = await realWorld(at.env, at.complain);
  try {
    const home = world.places.find(at);
    if (home === undefined)
      throw new DreamkeeperError('E_NO_HOME', `no home was found from ${at.cwd} upwards`, {
        hint: 'Run `dk init` in your project to make one, or name one with DREAMKEEPER_HOME.',
      });
    const { world: looked, stranger } = await worldFor(home, at);
    if (stranger !== undefined && options.fix === true) throw stranger;
    const harness = await import('../install/install.ts');
    // Hooks are silent in somebody else's home: there is nothing to try.
    const lookAround = async (): Promise<Finding[]> =>
      stranger === undefined ? harness.lookAtHarness(world, home, at) : [notOwnerFinding(stranger)];
    return await diagnose(looked, home, {
      besides: {
        ids: ['not-owner', ...harness.harnessFindingIds, ...modelFindingIds],
        look: async () => [...(await lookAround()), ...(await lookAtModels(looked, home, at))],
      },
      isFixing: options.fix === true,
      withSecrets: options.secrets === true,
      ...(at.env.DREAMKEEPER_AGENT ? { agent: at.env.DREAMKEEPER_AGENT } : {}),
    });
  } catch (error) {
    const isLost = error instanceof DreamkeeperError && error.code === 'E_NO_HOME' && !at.env.DREAMKEEPER_HOME;
    const found = isLost ? diagnoseNoHome(world, at.cwd) : undefined;
    if (found === undefined) throw error;
    return found;
  }
}

function notOwnerFinding({ message, hint }: DreamkeeperError): Finding {
  return finding('not-owner', 'warning', `${message}.`, hint);
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
