// SleepBench: whether sleeping helps an agent's memory or harms it, measured on lives whose truth is known. `docs/sleepbench.md` says how.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { armFile, loadArm, ownArms, peerArms } from './arms.ts';
import { figuresOf, type Told } from './figures.ts';
import { type MeasureName, measures } from './measures/measure.ts';
import { plot } from './plot.ts';
import { liveAll, type Task } from './pool.ts';
import { installed } from './programs/installed.ts';
import { printTable } from './table.ts';

const help = `SleepBench: whether sleeping helps an agent's memory or harms it.

  npm run bench:sleepbench -- --seeds 5 --days 30
  npm run bench:sleepbench -- --arm no-sleep --arm my-arm.ts --json

  --seeds N       how many lives each arm lives (20)
  --days N        how many days a life has (60)
  --arm NAME      only this arm: a name, or the path of a file; can be given again
  --peers         also the programs of others, which npm installs into a temporary folder
  --programs DIR  where programs of others are installed, and stay
  --settings FILE what arms are given as settings, as JSON
  --json          the figures as JSON
  --plot FILE     writes a plot over the days as SVG
  --measure NAME  what the plot shows (pinned kept, junk …); can be given again
  --workers N     processes beside each other (one for each processor)
`;

function readArgs() {
  return parseArgs({
    options: {
      seeds: { type: 'string', default: '20' },
      days: { type: 'string', default: '60' },
      arm: { type: 'string', multiple: true, default: [] as string[] },
      peers: { type: 'boolean', default: false },
      programs: { type: 'string' },
      settings: { type: 'string' },
      json: { type: 'boolean', default: false },
      plot: { type: 'string' },
      measure: { type: 'string', multiple: true, default: [] as string[] },
      workers: { type: 'string', default: String(availableParallelism()) },
      help: { type: 'boolean', default: false },
    },
  }).values;
}

type Values = ReturnType<typeof readArgs>;

function whole(name: string, value: string): number {
  if (!/^[1-9]\d{0,4}$/u.test(value)) throw new Error(`--${name} is a whole number from 1 up, not "${value}".`);
  return Number(value);
}

/** In memory if the machine has such a folder: what is measured has nothing to do with a disk. */
function scratchFolder(): string {
  const above = process.env.TMPDIR === undefined && existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  return mkdtempSync(join(above, 'sleepbench-'));
}

async function run(): Promise<void> {
  const values = readArgs();
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  const [seeds, days, workers] = [
    whole('seeds', values.seeds),
    whole('days', values.days),
    whole('workers', values.workers),
  ];
  const files = values.arm.length > 0 ? values.arm.map(armFile) : [...ownArms(), ...(values.peers ? peerArms() : [])];
  const settings: Record<string, unknown> =
    values.settings === undefined ? {} : JSON.parse(readFileSync(values.settings, 'utf8'));
  const shown = plotted(values);
  const scratch = scratchFolder();
  const arms: Told[] = [];
  try {
    const programs = values.programs ?? join(scratch, 'programs');
    const known = await Promise.all(files.map(loadArm));
    const tasks = files.flatMap((file, at) => {
      const { needs } = known[at] ?? {};
      const packages = needs === undefined ? {} : { packages: installed(needs, programs) };
      return Array.from(
        { length: seeds },
        (_, index): Task => ({ file, seed: index + 1, days, settings, ...packages }),
      );
    });
    let done = 0;
    const onDone = (): void => {
      done += 1;
      // On a terminal one line that changes; in a log ten lines.
      const isTenth = Math.floor((done * 10) / tasks.length) > Math.floor(((done - 1) * 10) / tasks.length);
      if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${tasks.length} lives`);
      else if (isTenth) process.stderr.write(`${done} of ${tasks.length} lives\n`);
      if (process.stderr.isTTY && done === tasks.length) process.stderr.write('\n');
    };
    const answers = await liveAll(tasks, { workers, scratch, onDone });
    for (const [at, file] of files.entries()) {
      const { name = file, about = '' } = known[at] ?? {};
      const own = answers.slice(at * seeds, (at + 1) * seeds);
      const lives = own.flatMap((answer) => (answer.kind === 'lived' ? [answer] : []));
      const failed = own.find((answer) => answer.kind === 'failed');
      // An arm that fails in one life has no figures at all: the others would flatter it.
      if (failed !== undefined) {
        process.stderr.write(`${name} is left out, it failed: ${failed.message}\n`);
        process.exitCode = 1;
        continue;
      }
      const offers = [...new Set(lives.flatMap((each) => each.offers))].toSorted();
      arms.push({ arm: name, about, offers, ...figuresOf(lives.map(({ lived }) => lived)) });
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
  if (values.plot !== undefined) writeFileSync(values.plot, plot(arms, shown));
  const told = values.json ? JSON.stringify({ schema: 1, seeds, days, arms }, null, 2) : printTable(arms);
  process.stdout.write(`${told}\n`);
}

function plotted(values: Values): MeasureName[] {
  const wanted = values.measure.length > 0 ? values.measure : ['pinned kept', 'stale answers', 'junk', 'poison'];
  return wanted.map((name) => {
    const found = measures.find((measure) => measure.name === name);
    if (found === undefined)
      throw new Error(`there is no measure "${name}": ${measures.map((each) => each.name).join(', ')}`);
    return found.name;
  });
}

await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
