// The demo's second act: the same agent, kept. A day of its cadence in seconds, with a run that hangs and a dream that fails.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HomeHappening } from '../../keeper/keeper.ts';
import { rehearse } from '../../verbs/verbs.ts';
import { demoAgent } from './agent.ts';
import { type DemoStage, demoEnv } from './stage.ts';

const hour = 60 * 60 * 1000;
/** Three adds and one that hangs, an audit, two nights, a plan: a round, and the first step of the next. */
const ticks = 9;

export async function liveCadence(stage: DemoStage, folder: string): Promise<void> {
  const { explain, show, dk } = stage;
  const site = join(folder, 'kept');
  mkdirSync(site);
  writeFileSync(join(folder, 'agent.mjs'), demoAgent);
  explain(
    'Second part, only for an agent that nobody starts by hand: Dreamkeeper runs the agent by itself. A file says in which order: three runs that add, an audit, sleep, a plan, and again.',
  );
  await dk(site, 'init', '--agent', 'waldo');
  const plan = await stage.plan(site);
  await dk(site, 'lifecycle', 'init');
  show(await dk(site, 'lifecycle', 'show'));

  explain(
    'It takes one step an hour; here the clock runs ahead. The second run hangs, and one night the model does not answer.',
  );
  // It began yesterday, so that nothing of it lies in the future. The first night asks three times.
  const from = new Date(Math.floor(Date.now() / hour) * hour - 24 * hour);
  const onHappening = (happening: HomeHappening, time: Date): void => {
    const line = told(happening);
    if (line !== undefined) show(`${time.toISOString().slice(11, 16)}  ${line}`);
  };
  await rehearse({ cwd: site, env: operatorIn(folder, plan) }, { ticks, from, failures: 3, onHappening });
  explain(
    'The run that hung was ended, with everything it had started. The next run is told, and the uncommitted file is kept:',
  );
  show(
    readFileSync(join(folder, 'pack-3'), 'utf8')
      .split('\n')
      .filter((line) => /^- The run of /u.test(line))
      .join('\n'),
  );
  explain('All of it is in git: who took which task, what was done, what was dreamt.');
  show(await stage.git(site, 'log', '--reverse', '--format=%h  %an: %s'));
}

/** An operator with the sample agent for a runner, and a model that is never reached. */
function operatorIn(folder: string, plan: string): NodeJS.ProcessEnv {
  const settings = {
    providers: { small: { url: 'http://localhost:9/v1', form: 'text' } },
    model: { acts: { dream: 'small/dreamer' } },
    runner: { command: [process.execPath, join(folder, 'agent.mjs'), plan], limit: '1500ms' },
  };
  mkdirSync(join(folder, 'dreamkeeper'));
  writeFileSync(join(folder, 'dreamkeeper', 'config.yaml'), JSON.stringify(settings));
  // The agent takes the time from its pack.
  return { ...demoEnv(), XDG_CONFIG_HOME: folder, TZ: 'UTC' };
}

/** What a stranger wants to see of it. */
function told(happening: HomeHappening): string | undefined {
  if (happening.event === 'run-ended') {
    const { state, outcome, task } = happening;
    const why = outcome === 'killed' ? 'it did not end in time; what it left is kept' : (task ?? '');
    return `${(state ?? '').padEnd(11)} ${outcome.padEnd(8)} ${why}`;
  }
  if (happening.event !== 'night') return undefined;
  const isDreamt = happening.outcome === 'ran';
  return `${'rem'.padEnd(11)} ${(isDreamt ? 'dreamt' : happening.outcome).padEnd(8)} ${happening.message}${isDreamt ? '' : '; it stays, and comes again'}`;
}
