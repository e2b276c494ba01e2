// `dk install` and `dk uninstall`: the exact change first, then a question, then the change and what it means.
import { Argument, type Command, Option } from 'commander';
import { DreamkeeperError } from '../errors/errors.ts';
import { counted } from '../text/text.ts';
import { findHarnesses, type Installed, install, type PlannedInstall, planInstall } from '../verbs/verbs.ts';
import type { Scope } from '../world/world.ts';
import { tellFirstNight } from './first-night.ts';
import { type InstallOptions, mayGoOn, refuseUnasked, scopeOf, tellLines } from './show-first.ts';
import { meaningOf } from './tell-shape.ts';
import { paint, type Terminal } from './terminal.ts';
import { runUninstall } from './uninstall.ts';

const audience: Readonly<Record<Scope, string>> = {
  local: 'only you, only this project with its worktrees',
  shared: 'everybody who works on this project and has dk on the PATH',
  user: 'only you, in every project that has a home',
};

export function addInstall(program: Command, terminal: Terminal): void {
  withScopes(program.command('install'), terminal, '[harness]')
    .summary('set up Claude Code, Codex, OpenCode, Gemini CLI and others: record sessions, hand each the memory')
    .description(
      'Adds hooks (commands that the agent’s program starts by itself) to the settings of an agent’s program such as Claude Code (for OpenCode and Pi, a plugin), and a skill that tells the agent how to use the to-do file and notes. Makes a home for the memory if there is none. It says what it would change, and asks once; `--show` prints every line. It changes nothing else in your settings, and `dk uninstall` removes all of it again.',
    )
    .option('--show', 'print every line that would change, before asking')
    .option('--mcp', 'also add the memory as a server (MCP) to the project’s .mcp.json: the agent then has it as tools')
    .option('--no-first-night', 'do not read earlier sessions, and write no dream now')
    .addHelpText(
      'after',
      '\nExamples:\n  dk install                   finds the programs that are here, and offers each\n  dk install claude            in this project, for you alone: .claude/settings.local.json\n  dk install codex             the same for Codex: .codex/hooks.json\n  dk install opencode          the same for OpenCode: .opencode/plugins/dreamkeeper.js\n  dk install gemini            the same for Gemini CLI: .gemini/settings.json (also: qwen, copilot, pi, cursor)\n  dk install claude --user     for you, in every project that has a home\n  dk install claude --mcp      with tools for the agent: .mcp.json\n  dk install claude --show     every line that changes, then the question\n  dk install claude --dry-run  only show what would change\n',
    )
    .action((harness: string | undefined, options: InstallOptions) =>
      harness === undefined ? offer(options, terminal) : runInstall(harness, options, terminal),
    );
}

/** Nobody said for which program: those that are here are offered, one after the other. */
async function offer(options: InstallOptions, terminal: Terminal): Promise<void> {
  const found = await findHarnesses(terminal.standpoint());
  const titles = found.map(({ title }) => title).join(', ');
  const isUnasked = options.yes === true || options.json === true;
  if (found.length === 0 || isUnasked)
    throw new DreamkeeperError(
      'E_USAGE',
      found.length === 0 ? 'no agent’s program that we know is on this machine' : 'which agent’s program is meant?',
      {
        hint: `Name it: ${terminal.harnesses.map((name) => `\`dk install ${name}\``).join(', ')}.${found.length === 0 ? '' : ` Found here: ${titles}.`} Nothing was changed.`,
      },
    );
  terminal.say('Found on this machine: ', titles, '.');
  for (const { harness, title, installed } of found) {
    terminal.say();
    if (installed)
      terminal.say(
        `${title}: our hooks are there. \`dk install ${harness}\` looks whether they are as they should be.`,
      );
    else {
      terminal.say(paint('bold', `${title}:`));
      await runInstall(harness, options, terminal);
    }
  }
}

export function addUninstall(program: Command, terminal: Terminal): void {
  withScopes(program.command('uninstall'), terminal, '<harness>')
    .summary('remove Dreamkeeper from an agent’s program again')
    .description(
      'Puts the settings back as they were before the installation. If somebody has edited them since, it removes only our hooks. Without --local, --shared or --user it works on the settings of this project, and tells you about hooks elsewhere. The memory stays, unless you add --data. At the end it lists what stays, with the command that removes it.',
    )
    .option('--show', 'print every line that would change, before asking')
    .option(
      '--data',
      'also remove the memory: the home in .dream/, and everything else that Dreamkeeper keeps for this project',
    )
    .addHelpText(
      'after',
      '\nExamples:\n  dk uninstall claude\n  dk uninstall claude --user --yes\n  dk uninstall claude --data --dry-run  show what it would remove, and what would stay\n',
    )
    .action((harness: string, options: InstallOptions) => runUninstall(harness, options, terminal));
}

function withScopes(command: Command, { harnesses }: Terminal, name: string): Command {
  const whose = name.startsWith('[')
    ? 'whose settings; without a name, those that are found here are offered'
    : 'whose settings';
  return command
    .addArgument(new Argument(name, whose).choices(harnesses))
    .addOption(new Option('--local', 'this project, for you alone (the usual choice)').conflicts(['shared', 'user']))
    .addOption(new Option('--shared', 'the project’s .claude/settings.json, which is in git').conflicts('user'))
    .option('--user', 'your own settings, for all projects')
    .option('--yes', 'do not ask')
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--json', 'print the result as JSON (with --yes or --dry-run)');
}

async function runInstall(harness: string, options: InstallOptions, terminal: Terminal): Promise<void> {
  refuseUnasked(options);
  const at = terminal.standpoint();
  const request = { harness, scope: scopeOf(options), mcp: options.mcp };
  if (options.json === true)
    return terminal.json(await (options.dryRun === true ? planInstall(at, request) : install(at, request)));
  const plan = await planInstall(at, request);
  const isChange = plan.result === 'change' || plan.makesHome || plan.mcp?.result === 'put-in';
  const firstNight = options.firstNight !== false;
  tellPlan(harness, plan, terminal, options.show === true || options.dryRun === true);
  tellServer(plan, terminal, options.show === true || options.dryRun === true);
  if (isChange && firstNight && plan.isUndreamt)
    terminal.say(
      `Then a first dream, from your git log and the newest sessions that your agents had in this project, with the beginnings of what you asked in them (\`--no-first-night\` reads none).`,
    );
  if (plan.ignored !== null)
    terminal.say(paint('yellow', 'Beware: '), `${plan.file} will not work as it is: ${plan.ignored}.`);
  if (!isChange || !(await mayGoOn(options, terminal))) return;
  tellInstalled(await install(at, { ...request, shown: plan, firstNight }), terminal);
}

function tellServer({ mcp }: PlannedInstall, terminal: Terminal, isExact: boolean): void {
  if (mcp === null || mcp.result === 'there') return;
  if (mcp.result === 'theirs')
    return terminal.say(`There is a server of your own called dreamkeeper in ${mcp.file}; it stays as it is.`);
  const hidden = mcp.exclude === null ? '' : '; your git does not see it';
  terminal.say('our server into ', paint('bold', mcp.file), `  (tools for the agent${hidden})`);
  if (isExact) tellLines(mcp.changes, terminal);
}

function tellInstalled(
  { firstNight, ignored, title, uninstall, mcp, afterwards }: Installed,
  terminal: Terminal,
): void {
  if (firstNight !== null) tellFirstNight(firstNight, terminal);
  terminal.say();
  if (ignored !== null) return terminal.say(paint('yellow', 'Done, but not working yet: '), `${ignored}.`);
  terminal.say(paint('bold', 'Done. '), `From the next session of ${title} on:`);
  terminal.say('  Dreamkeeper records each session, privately, in the home, and sleeps on it when it ends.');
  terminal.say('  The next session then starts with a hand-over.');
  if (mcp?.result === 'put-in')
    terminal.say(`  ${title} asks you once whether it may use the server dreamkeeper from ${mcp.file}: say yes.`);
  if (afterwards !== null) terminal.say(paint('yellow', 'One thing is yours: '), afterwards);
  terminal.say(`See that it works:  dk status, dk doctor      Remove it:  ${uninstall}`);
}

function tellPlan(harness: string, plan: PlannedInstall, terminal: Terminal, isExact: boolean): void {
  const { result, scope, elsewhere, plugin, makesHome } = plan;
  if (result === 'elsewhere') {
    for (const each of elsewhere)
      terminal.say(`Our hooks are already in ${each.file}  (${each.scope}: ${audience[each.scope]}).`);
    if (plugin !== null) terminal.say(`Our plugin is switched on in ${plugin}, and brings the same hooks.`);
    terminal.say('They also work in this project, and once is enough, so no settings are changed.');
    if (elsewhere[0] !== undefined && !makesHome)
      terminal.say(
        `To have them here instead: \`dk uninstall ${harness} --${elsewhere[0].scope}\`, then \`dk install ${harness} --${scope}\`.`,
      );
    return tellHome(plan, terminal, isExact);
  }
  if (result === 'nothing') return tellNothing(plan, terminal);
  tellHooks(plan, terminal, isExact);
  if (isExact) tellHiding(plan, 'settings', 'it', terminal);
  tellSkill(plan, terminal, isExact);
  tellHome(plan, terminal, isExact);
  if (!isExact)
    terminal.say(`\`${plan.uninstall}\` removes this again, to the byte; with --data it removes the home, too.`);
  if (plan.worktreesFrom !== null)
    terminal.say(
      plan.worktreesFrom === 'never'
        ? `${plan.title} loads none of these hooks in other worktrees. If you work in those, install with \`--user\`.`
        : `${plan.title} before ${plan.worktreesFrom} loads none of these hooks in other worktrees. If you use such a version there, install with \`--user\`.`,
    );
}

function tellHooks(
  { file, scope, target, changes, hooks, renews }: PlannedInstall,
  terminal: Terminal,
  isExact: boolean,
): void {
  if (changes.length === 0) return;
  const whose = `  (${scope}: ${audience[scope]})`;
  const what = `${counted(hooks, 'hook')} ${renews ? 'brought up to date in' : 'into'} `;
  if (isExact) terminal.say(paint('bold', file), whose);
  else terminal.say(what, paint('bold', file), '; `--show` for the diff', whose);
  if (target !== null) terminal.say(paint('dim', `  which is ${target}`));
  if (isExact) tellLines(changes, terminal);
}

/** Where it lies, who sees it, and what it is for. */
function tellSkill({ skill, scope }: PlannedInstall, terminal: Terminal, isExact: boolean): void {
  if (skill === null || skill.result === 'there') return;
  const { folder, result, hidden, source } = skill;
  if (result === 'theirs')
    return terminal.say(`There is a skill of your own in ${folder}; it stays as it is, and ours is left out.`);
  const seen = hidden ? 'your git does not see it' : 'your git sees it: commit it for the others';
  terminal.say(
    'a skill into ',
    paint('bold', folder),
    `  (${scope}; it tells the agent how to keep the board and to remember; ${seen})`,
  );
  if (!isExact) return;
  terminal.say(`  SKILL.md, a copy of ${source}`);
  if (hidden) terminal.say('  .gitignore, which has * in it');
}

function tellHiding(
  { lines }: PlannedInstall,
  wanted: PlannedInstall['lines'][number]['hides'],
  what: string,
  terminal: Terminal,
): void {
  for (const { file, line, hides } of lines) {
    if (hides !== wanted) continue;
    terminal.say(paint('bold', file), `  (so that your git does not see ${what})`);
    tellLines([{ sign: '+', text: line }], terminal);
  }
}

function tellNothing({ file, elsewhere, plugin }: PlannedInstall, terminal: Terminal): void {
  terminal.say(`Our hooks are in ${file} already, as they should be. Nothing was changed.`);
  const more = [...elsewhere.map((each) => each.file), ...(plugin === null ? [] : [plugin])];
  if (more.length > 0) terminal.say(`They are also in ${more.join(' and ')}, and once is enough: see \`dk doctor\`.`);
}

/** Where the memory is or will be, and what that means for the person's own repository. */
function tellHome(plan: PlannedInstall, terminal: Terminal, isExact: boolean): void {
  const { home, shape, makesHome, why } = plan;
  if (home === null || shape === null) return;
  if (makesHome && !isExact) terminal.say('a new home for the memory in ', paint('bold', home));
  else
    terminal.say(
      paint('bold', home),
      makesHome ? `  (a new home for the memory: ${why})` : '  (the home that is there)',
    );
  if (isExact) tellHiding(plan, 'home', shape === 'one' ? 'the record of the day' : 'the home', terminal);
  terminal.say(meaningOf[shape]);
}
