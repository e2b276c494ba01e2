// `dk adopt`: what was found, what would come and what stays out; then a question, and one change.
import type { Command } from 'commander';
import { counted } from '../text/text.ts';
import { type Adopted, adopt, adoptPlaces, type FoundLayout, type UsualPlaces } from '../verbs/verbs.ts';
import { type InstallOptions, mayGoOn, refuseUnasked } from './show-first.ts';
import { paint, type Terminal } from './terminal.ts';

type AdoptOptions = Pick<InstallOptions, 'yes' | 'dryRun' | 'show' | 'json'>;

export function addAdopt(program: Command, terminal: Terminal): void {
  program
    .command('adopt')
    .argument('[path]', 'a folder or a file; without it, the usual places are listed and nothing is taken over')
    .summary('bring what your agent already knows: from Claude Code, Codex, OpenClaw, Letta and others')
    .description(
      'Takes over what an agent knew elsewhere: entries into MEMORY.md, notes of a day into the notes of that day, observations to the observations. It says what it found and what stays out, and asks once. It never writes to where it reads. The same once more adds nothing, and what you took out does not come back.',
    )
    .option('--show', 'print every entry that would come, before asking')
    .option('--yes', 'do not ask')
    .option('--dry-run', 'show what would come, and change nothing')
    .option('--json', 'print the result as JSON (with --yes or --dry-run)')
    .addHelpText(
      'after',
      '\nExamples:\n  dk adopt                          what lies in the usual places\n  dk adopt ~/.openclaw/workspace    show it, ask, take it over\n  dk adopt agent.af --dry-run       only show what would come\n',
    )
    .action((path: string | undefined, options: AdoptOptions) => run(path, options, terminal));
}

async function run(path: string | undefined, options: AdoptOptions, terminal: Terminal): Promise<void> {
  const at = terminal.standpoint();
  if (path === undefined) {
    const places = await adoptPlaces(at);
    return options.json === true ? terminal.json(places) : tellPlaces(places, terminal);
  }
  refuseUnasked(options);
  if (options.json === true) return terminal.json(await adopt(at, { path, dryRun: options.dryRun }));
  const {
    result,
    change: _change,
    commit: _commit,
    note: _note,
    dryRun: _dryRun,
    ...plan
  } = await adopt(at, { path, dryRun: true });
  tellPlan({ ...plan, result }, terminal, options.show === true);
  if (result === 'noop' || !(await mayGoOn(options, terminal))) return;
  tellDone(await adopt(at, { path, shown: plan }), terminal);
}

const entries = (many: number): string => counted(many, 'entry').replace(/entrys$/u, 'entries');

function tellPlaces({ places }: UsualPlaces, terminal: Terminal): void {
  for (const { path, found, entries: fresh, known } of places) {
    terminal.say(paint('bold', path), `  (${found.map(({ title }) => title).join(', ')})`);
    const there = known === 0 ? '' : `; ${known} ${known === 1 ? 'is' : 'are'} here already`;
    const isTold = found.every(({ told }) => told !== null);
    if (!isTold) terminal.say(`  ${fresh === 0 ? 'nothing new' : `${fresh} new`}${there}`);
    for (const { told } of found) if (told !== null) terminal.say(`  ${told}`);
  }
  if (places.length === 0)
    return terminal.say('Nothing was found in the usual places. `dk adopt <path>` looks at a folder or a file.');
  terminal.hint(paint('dim', 'Nothing was taken over. `dk adopt <path>` shows one of them, and asks.'));
}

/** Of long lists so many; `--show` and `--json` have all. */
const most = 12;

function tellPlan(plan: Omit<Adopted, 'change' | 'commit'>, terminal: Terminal, isExact: boolean): void {
  const { path, found, left, secrets, known, repeated, removed, more, observations, writes } = plan;
  if (found.length === 0)
    terminal.say(
      `Nothing that is known was found in ${path}. \`dk adopt\` knows the layouts that docs/adopt.md lists, and a single file of Markdown.`,
    );
  for (const each of found) tellFound(each, terminal);
  if (observations > 0) terminal.say(`  ${counted(observations, 'observation')} (RED, YLW, GRN) would come`);
  tellSome(left, isExact, terminal, ({ path: name, why }) => `left out: ${name} ${why}`);
  tellSome(
    secrets,
    isExact,
    terminal,
    ({ path: name, line, rule }) => `a credential is kept out: ${name}, line ${line} (${rule})`,
  );
  const orders = plan.entries.filter(({ untrusted }) => untrusted);
  tellSome(
    orders,
    isExact,
    terminal,
    ({ from, line }) =>
      `reads like an order to an agent: ${from}, line ${line}; it comes as untrusted, and no hand-over repeats it`,
  );
  if (isExact)
    for (const { path: into, text } of plan.entries) terminal.say('  ', paint('green', `+ ${into}: ${text}`));
  if (known > 0) terminal.say(`${known} of them ${known === 1 ? 'is' : 'are'} here already.`);
  if (repeated > 0)
    terminal.say(
      `${repeated} of them ${repeated === 1 ? 'stands' : 'stand'} there twice, below the same heading; once is enough.`,
    );
  if (removed > 0)
    terminal.say(`${removed} of them you took out of this home; ${removed === 1 ? 'it stays' : 'they stay'} out.`);
  if (plan.result === 'noop') return terminal.say('Nothing new: nothing was changed.');
  const come = [
    ...(plan.entries.length === 0 ? [] : [`${entries(plan.entries.length)}`]),
    ...(observations === 0 ? [] : [counted(observations, 'observation')]),
  ];
  terminal.say(
    paint('bold', `${come.length === 0 ? 'Headings alone' : come.join(' and ')} would come`),
    ` into ${tellFiles(writes)}.`,
  );
  if (more > 0) terminal.say(`${entries(more)} more are too many for one time: run the same once more for them.`);
  terminal.say('Sleeps may put them in order later. What lies there stays as it is, to the byte.');
}

function tellFound({ title, told, files }: FoundLayout, terminal: Terminal): void {
  const all = files.reduce((sum, { entries: many }) => sum + many, 0);
  terminal.say(
    paint('bold', `Found ${title}`),
    told === null
      ? all === 0
        ? ', with nothing to take over'
        : `: ${entries(all)} in ${tellFiles(files.map(({ path }) => path))}`
      : `. ${told}`,
  );
}

function tellFiles(files: readonly string[]): string {
  const each = [...new Set(files)];
  const first = each.slice(0, 3).join(', ');
  return each.length > 3 ? `${first} and ${counted(each.length - 3, 'more file')}` : first;
}

function tellSome<Each>(
  all: readonly Each[],
  isExact: boolean,
  terminal: Terminal,
  words: (each: Each) => string,
): void {
  const shown = isExact ? all : all.slice(0, most);
  for (const each of shown) terminal.say(paint('yellow', '  · '), words(each));
  if (all.length > shown.length)
    terminal.say(paint('dim', `  · and ${all.length - shown.length} more like these; \`--show\` lists them`));
}

function tellDone({ result, change, note, writes }: Adopted, terminal: Terminal): void {
  if (result === 'noop') return terminal.say('Nothing new: somebody else was faster.');
  terminal.say(paint('bold', 'Done. '), `It stands in ${tellFiles(writes)}; \`dk memory list\` shows it.`);
  if (note) terminal.say(`Note: ${note}.`);
  if (change !== null) terminal.say(paint('dim', `\`dk undo ${change}\` takes it back.`));
}
