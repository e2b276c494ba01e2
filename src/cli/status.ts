// `dk status`: how this home is, and why it did not dream.
import type { Command } from 'commander';
import { counted, inWords } from '../text/text.ts';
import { status as homeStatus, type Status } from '../verbs/verbs.ts';
import { billWords } from './bill.ts';
import { localTime } from './local-time.ts';
import { paint, type Terminal } from './terminal.ts';

export function addStatus(program: Command, terminal: Terminal): void {
  program
    .command('status')
    .summary('show the state of this home, and why there was no dream')
    .description(
      'Shows the last dream, what is new since then, and whether a sleep is overdue (then the exit code is 13).',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  dk status || echo "a sleep is overdue"\n')
    .action(async (options: { readonly json?: boolean }) => {
      const status = await homeStatus(terminal.standpoint());
      if (status.overdue) terminal.leaveWith(13);
      if (options.json === true) return terminal.json(status);
      const { counts, lastNight } = status;
      terminal.say(paint(status.overdue ? 'yellow' : 'bold', status.answer));
      if (lastNight !== null) {
        const by = lastNight.model === 'builtin' ? 'written without a model' : `written by ${lastNight.model}`;
        terminal.say(`Newest dream in the journal: ${lastNight.entry} (${lastNight.id}, ${by})`);
      }
      terminal.say(
        `Board: ${counts.openTasks} open, ${counts.doing} DOING · New: ${counted(counts.newCommits, 'commit')}, ${counted(counts.newSteps, 'recorded step')} · Uncommitted: ${counted(counts.uncommitted, 'file')} · Dreams: ${counts.dreams}${counts.gaps === 0 ? '' : `, and ${counts.gaps} that failed or cannot be read`}`,
      );
      if (status.cadence !== null) terminal.say(status.cadence);
      const tired = tiredWords(status.fatigue);
      if (tired !== undefined) terminal.say(tired);
      const swept = sweptWords(status.my_stats.sweep);
      if (swept !== undefined) terminal.say(swept);
      if (status.idle !== null) terminal.say(...idleLine(status.idle));
      if (status.pending > 0)
        terminal.say(
          paint(
            'yellow',
            `${counted(status.pending, 'proposal')} about memory ${status.pending === 1 ? 'waits' : 'wait'} for you`,
          ),
          paint('dim', '  · `dk pending`'),
        );
      if (status.thought !== null) terminal.say(paint('dim', `Daydream: ${status.thought}`));
      const { today } = status.models;
      if (today.calls > 0)
        terminal.say(`Models today: ${billWords(today)}${today.failed === 0 ? '' : ` (${today.failed} failed)`}`);
      for (const { model, right, wrong, open, isDemoted } of status.records)
        terminal.say(
          `Record of ${model}: ${right + wrong === 0 ? 'no verdict can be judged yet' : `${right} of ${counted(right + wrong, 'verdict')} right`}${open > 0 ? `, ${open} open` : ''}`,
          paint('yellow', isDemoted ? ' (so its verdicts are only advice: dreamer.min_record)' : ''),
        );
      terminal.say(paint('dim', `Home ${status.home}, of the agent "${status.agent}"`));
      for (const { code, message, hint } of status.problems) {
        terminal.say(paint('yellow', code), ` ${message}`);
        terminal.say(`  ${hint}`);
      }
    });
}

/** Nothing where nothing was swept and nothing will be. */
function sweptWords({ last, due, promoted, failures }: Status['my_stats']['sweep']): string | undefined {
  if (last === null && due === null) return undefined;
  const clock = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;
  const was = last === null ? 'none yet' : `last ${clock(last)}, promoted in all: ${promoted}`;
  const failed = failures === 0 ? '' : ` · ${failures} failed since`;
  return `Sweeps: ${was}${due === null ? '' : ` · next ${clock(due)}`}${failed}`;
}

/** Nothing of an agent that never tired and never slept. */
function tiredWords({
  actions,
  limit,
  lastConsolidation,
  lastSleep,
  asleepUntil,
  deepSleepAt,
}: Status['fatigue']): string | undefined {
  if (actions === 0 && lastConsolidation === null && lastSleep === null) return undefined;
  const clock = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;
  const since = lastConsolidation === null ? '' : ` since the consolidation of ${clock(lastConsolidation)}`;
  const slept =
    asleepUntil !== null
      ? `asleep until ${clock(asleepUntil)}`
      : lastSleep === null
        ? 'it has not slept yet'
        : `last asleep ${clock(lastSleep)}`;
  return `Tired: ${actions} of ${limit} actions${since} · ${slept} · deep sleep with consolidation ${deepSleepAt}`;
}

/** What was done while its person was away, and how to see it. */
function idleLine({
  afterMinutes,
  maxPerDay,
  today,
  last,
}: NonNullable<Status['idle']>): (string | ReturnType<typeof paint>)[] {
  const often = `${today} of at most ${maxPerDay} today`;
  if (last === null)
    return [
      `Memory is put in order when nobody was here for ${inWords(afterMinutes * 60_000)}; that was not yet (${often}).`,
    ];
  const did = last.outcome === 'ran' || last.outcome === 'noop' ? '' : `${last.outcome} (${last.reason}): `;
  return [
    `While nobody was here, ${localTime(last.time)}: ${did}${last.message} (${often})`,
    paint('dim', last.commit === null ? '' : `  · \`dk nights show ${last.id}\` shows every line`),
  ];
}
