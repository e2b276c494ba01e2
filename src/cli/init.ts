// `dk init`: says what it chose and why, does it, and says what happens next.
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { foundHome, type HomePlan, type InitRequest, inShort, placesOf, prepareHome } from '../adopt/adopt.ts';
import { realWorld, refuseOthersPlaces } from '../wire/wire.ts';
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
      'Makes a home: a git repository of plain files, beside your work or here. Nothing that is not ours is changed.',
    )
    .option('--here', 'home and project in one repository, here')
    .option('--home <folder>', 'put the home anywhere')
    .option('--agent <name>', 'the name the agent of a new home goes by (default: agent)')
    .option('--dry-run', 'say what would be done, and do nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  dk init                     in a project: a home in .dream/, invisible to your git\n  dk init --here              in an empty folder: the folder is the home\n  dk init --home ~/memory/me  anywhere else\n',
    )
    .action(async (options: InitOptions) => {
      const at = terminal.standpoint();
      const request: InitRequest = {
        ...at,
        here: options.here === true,
        // From where the person stands, which is not always where this process began; nothing at all is for the check below.
        home: options.home ? resolve(at.cwd, options.home) : options.home,
        agent: options.agent ?? 'agent',
      };
      const world = await realWorld(at.env, at.complain);
      const plan = await prepareHome(world, request);
      await refuseOthersPlaces(placesOf(plan), at);
      if (options.dryRun === true) return tellPlan(plan, terminal, options.json === true);
      const report = await foundHome(world, request, plan);
      if (options.json === true) {
        return terminal.json({
          home: plan.home,
          shape: plan.shape,
          why: plan.why,
          steps: report.steps,
          commit: report.commit ?? null,
        });
      }
      terminal.say(paint('bold', `Home: ${plan.home}`), `  (${plan.why})`);
      for (const { what, done } of report.steps)
        terminal.say('  ', done ? paint('green', '✓') : paint('dim', '·'), ` ${what}`);
      terminal.say();
      terminal.say(
        'Next: `dk board add "first task"`, then `dk board`. Steps your agent records with `dk step` land in the home.',
      );
      terminal.say(meaningOf(plan.shape));
      if (plan.shape === 'nested') terminal.say('Your own repository is as it was: `git status` shows nothing new.');
    });
}

function tellPlan(plan: HomePlan, terminal: Terminal, asJson: boolean): void {
  const own = join(plan.home, '.git');
  const excludes = (isOwn: boolean): string[] =>
    [...Map.groupBy(plan.exclude, ({ commonDir }) => commonDir)]
      .filter(([commonDir]) => (commonDir === own && plan.makeRepository) === isOwn)
      .map(
        ([commonDir, those]) =>
          `make sure ${inShort(those.map(({ line }) => line))} stands in ${commonDir}/info/exclude`,
      );
  const steps = [
    ...excludes(false),
    ...(plan.makeFolder ? [`make the folder ${plan.home}`] : []),
    ...(plan.makeRepository ? [`make a git repository in ${plan.home}`] : []),
    ...excludes(true),
    'write plan.org and dreamkeeper.yaml, if they are not there',
    ...(plan.link === undefined ? [] : [`note in ${plan.link.commonDir}/dreamkeeper/home where the home is`]),
    'commit those two files, if they are not committed',
  ];
  if (asJson) return terminal.json({ dryRun: true, home: plan.home, shape: plan.shape, why: plan.why, steps });
  terminal.say(`Would make the home ${plan.home}  (${plan.why})`);
  for (const step of steps) terminal.say(`  · ${step}`);
  terminal.say(meaningOf(plan.shape));
  terminal.say('Nothing was changed.');
}
