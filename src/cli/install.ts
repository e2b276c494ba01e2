// `dk install` and `dk uninstall`: the exact change first, then a question, then the change and what it means.
import { join } from 'node:path';
import { Argument, type Command, Option } from 'commander';
import { placesOf, withDeeds } from '../adopt/adopt.ts';
import { entryFiles } from '../facts/facts.ts';
import type { InstallPlan, Setup } from '../install/install.ts';
import { refuseOthersPlaces } from '../wire/wire.ts';
import type { Scope } from '../world/world.ts';
import { firstNight } from './first-night.ts';
import { type InstallOptions, mayGoOn, refuseUnasked, scopeOf, tellFile } from './show-first.ts';
import { meaningOf } from './tell-shape.ts';
import { paint, type Terminal } from './terminal.ts';
import { uninstall } from './uninstall.ts';

const whose: Readonly<Record<Scope, string>> = {
  local: 'only you, only this project with its worktrees',
  shared: 'everybody who works on this project and has dk on the PATH',
  user: 'only you, in every project that has a home',
};

export function addInstall(program: Command, terminal: Terminal): void {
  withScopes(program.command('install'), terminal)
    .summary('let Claude Code record its sessions here and wake with what matters')
    .description(
      'Adds our hooks to the settings of Claude Code, and makes a home if there is none. Shows the exact change and asks first; everything else in the file keeps its bytes, and `dk uninstall claude` puts it back.',
    )
    .option('--no-first-night', 'do not offer to sleep on what was done before')
    .addHelpText(
      'after',
      '\nExamples:\n  dk install claude            in this project, for you alone: .claude/settings.local.json\n  dk install claude --user     for you, in every project that has a home\n  dk install claude --dry-run  only show what would change\n',
    )
    .action((harness: string, options: InstallOptions) => install(harness, options, terminal));
}

export function addUninstall(program: Command, terminal: Terminal): void {
  withScopes(program.command('uninstall'), terminal)
    .summary('take our hooks out of Claude Code’s settings again')
    .description(
      'Puts the settings back as they were before us; if they were edited since, only our hooks go. Without a scope: this project’s own; others are named. The memory stays, unless you say --data. What stays is listed, with how to take it out.',
    )
    .option('--data', 'also remove the home in .dream/, with everything it remembers, and all else of ours')
    .addHelpText(
      'after',
      '\nExamples:\n  dk uninstall claude\n  dk uninstall claude --user --yes\n  dk uninstall claude --data --dry-run  what would go, and what would stay\n',
    )
    .action((harness: string, options: InstallOptions) => uninstall(harness, options, terminal));
}

function withScopes(command: Command, { harnesses }: Terminal): Command {
  return command
    .addArgument(new Argument('<harness>', 'whose settings').choices(harnesses))
    .addOption(
      new Option('--local', 'this project, for you alone (install does this by itself)').conflicts(['shared', 'user']),
    )
    .addOption(new Option('--shared', 'the project’s .claude/settings.json, which is in git').conflicts('user'))
    .option('--user', 'your own settings, for all projects')
    .option('--yes', 'do not ask')
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--json', 'print the result as JSON (with --yes or --dry-run)');
}

async function install(harness: string, options: InstallOptions, terminal: Terminal): Promise<void> {
  refuseUnasked(options);
  const { planInstall, carryOutInstall, openSite, thisProgram } = await import('../install/install.ts');
  const site = await openSite(terminal.standpoint(), harness);
  const { world, at, setup } = site;
  const plan = await planInstall(site, scopeOf(options) ?? 'local');
  await refuseOthersPlaces(
    [plan.home, ...(plan.newHome === undefined ? [] : placesOf(plan.newHome)), plan.place.file.folder],
    at,
  );
  const isChange = plan.result === 'change' || plan.newHome !== undefined;
  const ignored =
    plan.result === 'elsewhere' ? undefined : setup.ignoredBecause(Buffer.from(plan.after).toString('utf8'));
  if (options.json !== true) {
    tellPlan(setup, plan, terminal);
    const dreams = plan.home === undefined ? [] : entryFiles(world, plan.home);
    if (isChange && options.firstNight !== false && (plan.newHome !== undefined || dreams.length === 0))
      terminal.say(
        `Then a first dream, from your git log and the sessions ${setup.title} kept of this project (--no-first-night: none).`,
      );
    if (ignored !== undefined)
      terminal.say(paint('yellow', 'Beware: '), `${plan.place.file.path} will not work as it is: ${ignored}.`);
  }
  const goes =
    isChange &&
    (options.json === true ? options.yes === true && options.dryRun !== true : await mayGoOn(options, terminal));
  const found = goes ? await carryOutInstall(site, plan) : undefined;
  if (options.json === true) return terminal.json(asJson(plan, goes, options.dryRun === true));
  if (found === undefined) return;
  if (options.firstNight !== false && entryFiles(world, found.home).length === 0)
    await firstNight(at, terminal, setup.title, options.yes === true).catch((error: unknown) => {
      throw withDeeds(
        error,
        [`the hooks are in ${plan.place.file.path}, and the home is ${found.home}`],
        `Only the first dream failed; \`dk sleep\` tries it again. \`dk uninstall ${harness}\` takes the hooks out.`,
      );
    });
  terminal.say();
  if (ignored !== undefined) return terminal.say(paint('yellow', 'Done, but not working yet: '), `${ignored}.`);
  terminal.say(paint('bold', 'Done. '), `From the next session of ${setup.title} on:`);
  terminal.say('  each session is recorded, privately, in the home; when it ends, Dreamkeeper sleeps on it;');
  terminal.say('  and the next one starts with what matters.');
  const from = plan.result === 'elsewhere' ? plan.elsewhere[0]?.scope : plan.place.scope;
  const how =
    from === undefined
      ? (setup.plugin?.uninstall ?? '')
      : `dk uninstall ${harness}${from === 'local' ? '' : ` --${from}`}`;
  terminal.say(`See how it is:  dk status, dk doctor      Remove it:  ${how}`);
  if (/[\\/]_npx[\\/]/u.test(thisProgram().script) && plan.place.scope !== 'shared')
    terminal.say('Note: this dk lies in the cache of npx, which may be emptied. `npm install -g dreamkeeper` lasts.');
}

function tellPlan({ name }: Setup, plan: InstallPlan, terminal: Terminal): void {
  const { place, after, exclude, elsewhere } = plan;
  const { file } = place;
  if (plan.result === 'elsewhere') {
    for (const each of elsewhere)
      terminal.say(`Our hooks are already in ${each.file.path}  (${each.scope}: ${whose[each.scope]}).`);
    if (plan.plugin !== undefined)
      terminal.say(`Our plugin is switched on in ${plan.plugin.file.path}, and brings the same hooks.`);
    terminal.say('They count for this project, too, and once is enough: no settings are changed.');
    if (elsewhere[0] !== undefined && plan.newHome === undefined)
      terminal.say(
        `To have them here instead: \`dk uninstall ${name} --${elsewhere[0].scope}\`, then \`dk install ${name} --${place.scope}\`.`,
      );
    return tellHome(plan, terminal);
  }
  if (plan.result === 'nothing') return tellNothing(plan, terminal);
  const target = join(file.folder, file.name);
  const before = Buffer.from(file.bytes ?? []).toString('utf8');
  const text = Buffer.from(after).toString('utf8');
  if (before !== text) {
    terminal.say(paint('bold', file.path), `  (${place.scope}: ${whose[place.scope]})`);
    if (target !== file.path && file.hasFolder) terminal.say(paint('dim', `  which is ${target}`));
    tellFile(before, text, terminal);
  }
  tellLines(exclude === undefined ? [] : [exclude], 'it', terminal);
  tellHome(plan, terminal);
}

function tellLines(lines: InstallPlan['homeLines'], what: string, terminal: Terminal): void {
  for (const { commonDir, line } of lines) {
    terminal.say(paint('bold', join(commonDir, 'info', 'exclude')), `  (so that your git does not see ${what})`);
    terminal.say('  ', paint('green', `+ ${line}`));
  }
}

function tellNothing({ place, elsewhere, plugin }: InstallPlan, terminal: Terminal): void {
  terminal.say(`Our hooks are in ${place.file.path} already, as they should be. Nothing was changed.`);
  const more = [...elsewhere, ...(plugin === undefined ? [] : [plugin])].map(({ file }) => file.path);
  if (more.length > 0)
    terminal.say(`They come from ${more.join(' and ')} as well, and once is enough: see \`dk doctor\`.`);
}

/** Where the memory is or will be, and what that means for the person's own repository. */
function tellHome({ newHome, homeLines, home, shape }: InstallPlan, terminal: Terminal): void {
  if (newHome !== undefined) {
    terminal.say(paint('bold', newHome.home), `  (a new home for the memory: ${newHome.why})`);
    tellLines(homeLines, newHome.shape === 'one' ? 'the record of the day' : 'the home', terminal);
  } else if (home !== undefined) terminal.say(paint('bold', home), '  (the home that is there)');
  if (shape !== undefined) terminal.say(meaningOf(shape));
}

function asJson(
  { place, exclude, home, shape, newHome, elsewhere, result }: InstallPlan,
  isDone: boolean,
  dryRun: boolean,
): object {
  return {
    file: place.file.path,
    scope: place.scope,
    result,
    changed: isDone,
    dryRun,
    home: home ?? null,
    shape: shape ?? null,
    makesHome: newHome !== undefined,
    exclude: exclude === undefined ? null : exclude.line,
    elsewhere: elsewhere.map(({ scope, file }) => ({ scope, file: file.path })),
  };
}
