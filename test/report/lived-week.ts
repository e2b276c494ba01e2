// A week of an agent that tidies invoices: sessions with and without a pack, nights with every act, one of them taken back.
import { join } from 'node:path';
import { consolidateAct } from '../../src/consolidate/consolidate.ts';
import { curateAct } from '../../src/curate/curate.ts';
import { dreamAct } from '../../src/dream/dream.ts';
import { printRunLine } from '../../src/steps/steps.ts';
import { sweepAct } from '../../src/sweep/sweep.ts';
import { appendLine } from '../../src/telemetry/telemetry.ts';
import * as verbs from '../../src/verbs/verbs.ts';
import { keepHandedOver, wakeUp } from '../../src/wake/wake.ts';
import { harnesses } from '../../src/wire/wire.ts';
import type { AgentHome, Standpoint } from '../../src/world/world.ts';
import { grown, type Line } from '../curate/homes.ts';
import { type DayEvent, type Lived, liveDay } from '../day.ts';
import type { Sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

export const acts = [sweepAct, consolidateAct, curateAct, dreamAct];

const board = `* board
** TODO round the tax on each line
** TODO read amounts with a decimal comma
** TODO write invoices as CSV
   It goes into src/csv.js.
** TODO say which line cannot be read
   It goes into src/line.js.
** TODO print the footer
* log
`;

const memory: readonly Line[] = [
  ...[
    'Amounts are whole cents everywhere; floats only stand between reading and rounding.',
    'The parser lives in src/parse.js and takes a line at a time.',
    'Invoices are numbered by year, and a number is never used twice.',
    'The tax office wants every line rounded, not the sum.',
    'Reports are printed in the zone of the customer.',
    'The archive keeps ten years of invoices.',
    'Customers are sorted by the name of their company.',
    'A credit note has the number of its invoice in brackets.',
    'The logo is drawn by src/logo.js as an SVG.',
    'Payment terms are fourteen days, unless the contract says otherwise.',
    'The sample data is in test/sample.csv and has no real names.',
    'Discounts come before the tax.',
    'A dunning letter goes out after thirty days.',
    'Invoices in francs have no cents of one.',
    'The exchange rate is that of the day of the invoice.',
    'Exports are zipped and named after the month.',
    'The address field has at most four lines.',
    'Tests of the printer run with a fake clock.',
    'Bank details are printed at the foot of page one.',
    'The footer says where the company is registered.',
  ].map((text) => ({ at: '2026-06-02T09:00:00Z', text })),
  { at: '2026-06-02T09:00:00Z', text: 'Run `npm test` before each commit.' },
  { at: '2026-06-03T09:00:00Z', text: 'Before every commit, run `npm test`.' },
  { at: '2026-06-02T09:00:00Z', text: 'The staging server listens on port 8080.' },
  { at: '2026-06-08T09:00:00Z', text: 'The staging server now listens on port 8081.' },
  { at: '2026-06-04T09:00:00Z', text: 'The tax office is closed (until 2026-06-08)' },
];

/** A session: what is read first, what is edited then. */
function session(name: string, day: string, reads: number, file: string, commit: string): DayEvent[] {
  const at = (minute: number): string => `${day}T09:${`${minute}`.padStart(2, '0')}:00Z`;
  return [
    { at: at(0), session: name, prompt: `Please ${commit.toLowerCase()}.` },
    ...Array.from(
      { length: reads },
      (_, index): DayEvent => ({ at: at(1 + index), session: name, read: `src/part-${index}.js` }),
    ),
    { at: at(30), session: name, edit: file, content: `// ${commit}\n` },
    { at: at(31), session: name, run: 'npm test', exit: 0 },
    { at: at(32), session: name, commit },
  ];
}

/** What a session leaves behind it, by the day. */
const unfinished: Readonly<Record<number, readonly DayEvent[]>> = {
  1: [
    { at: '09:50:00', prompt: 'Say which line cannot be read.' },
    { at: '09:51:00', edit: 'src/line.js', content: '// which line cannot be read\n' },
  ],
  2: [{ at: '09:51:00', move: 'say which line cannot be read', to: 'DONE' }],
};

export interface LivedWeek {
  readonly lived: Lived;
  /** Where a verb is asked at this time. */
  standpoint(time: string): Standpoint;
}

export async function liveWeek(box: Sandbox): Promise<LivedWeek> {
  const lived = await liveDay(box, 'project', {
    shape: 'nested',
    board,
    before: { 'src/parse.js': '// parse\n' },
    day: [],
  });
  box.write('project/.dream/dreamkeeper.yaml', 'format: 1\nagent: waldo\nreview: risky\n');
  const standpoint = (time: string): Standpoint => ({
    ...{ cwd: lived.project, env: box.env, harnesses, complain: () => undefined },
    changed: (real) => ({ ...real, ...lived.at(time).world, zone: 'UTC' }),
  });
  for (const [name, day, reads] of [
    ['old-1', '2026-05-29', 14],
    ['old-2', '2026-05-30', 11],
    ['old-3', '2026-05-31', 17],
  ] as const)
    for (const event of session(name, day, reads, `src/${name}.js`, `Say what ${name} is for`)) lived.happen(event);
  await grown(lived.at, memory);
  await verbs.remember(standpoint('2026-06-04T15:00:00Z'), {
    text: 'Customers in Austria pay within thirty days, as their contracts say.',
  });
  const days = ['2026-06-05', '2026-06-06', '2026-06-07', '2026-06-08', '2026-06-09'];
  for (const [index, day] of days.entries()) {
    await begin(lived.at(`${day}T08:59:00Z`), `s-${index}`);
    for (const event of session(`s-${index}`, day, 3 + (index % 2), `src/part-${index}.js`, `Tidy part ${index}`))
      lived.happen(event);
    for (const event of unfinished[index] ?? [])
      lived.happen({ session: `s-${index}`, ...event, at: `${day}T${event.at}Z` });
    await sleepOnce(lived.at(`${day}T10:00:00Z`), { env: {}, acts: [dreamAct] });
  }
  const last = await verbs.nights(standpoint('2026-06-08T11:00:00Z'), { most: 1 });
  await verbs.undo(standpoint('2026-06-09T10:30:00Z'), { change: last.nights[0]?.id ?? '' });
  for (const [question, hour] of [
    ['when do customers in Austria pay', 11],
    ['thirty days for which contracts', 12],
    ['how many days do customers in Austria have', 13],
    ['contracts in Austria', 14],
  ] as const)
    await verbs.recall(standpoint(`2026-06-09T${hour}:00:00Z`), { question });
  await verbs.remember(standpoint('2026-06-10T15:00:00Z'), { text: 'The printer wants CRLF at the end of each line.' });
  await begin(lived.at('2026-06-10T08:59:00Z'), 's-9');
  for (const event of session('s-9', '2026-06-10', 2, 'src/tax.js', 'Round the tax on each line')) lived.happen(event);
  lived.happen({
    at: '2026-06-10T09:40:00Z',
    session: 's-9',
    prompt: 'Never send an invoice without asking me first.',
  });
  lived.happen({ at: '2026-06-10T09:41:00Z', session: 's-9', prompt: 'And write invoices as CSV.' });
  lived.happen({ at: '2026-06-10T09:42:00Z', session: 's-9', edit: 'src/csv.js', content: '// invoices as CSV\n' });
  await sleepOnce(lived.at('2026-06-10T22:00:00Z'), { env: {}, acts, isForced: true });
  return { lived, standpoint };
}

/** A session begins, and is handed its pack, as the hook does it. */
async function begin(home: AgentHome, run: string): Promise<void> {
  const time = home.world.now().toISOString();
  const line = {
    v: 1,
    time,
    run,
    event: 'start',
    from: 'claude',
    why: 'startup',
    worktree: null,
    branch: 'main',
    transcript: null,
    pid: null,
  } as const;
  appendLine(join(home.home.privateDir, 'runs.jsonl'), printRunLine(line), true);
  const { pack } = await wakeUp(home);
  keepHandedOver(home, { run, how: 'session', why: 'startup', pack });
}
