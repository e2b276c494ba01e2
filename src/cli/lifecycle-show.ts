// A cadence drawn as a line, with where the agent is in it.
import {
  baseOf,
  delayAtStart,
  gateOf,
  knownOf,
  type LifecycleRead,
  lastTickOf,
  paceOf,
  problemLine,
} from '../keeper/keeper.ts';
import { drawCadence, settled, stateOf } from '../lifecycle/lifecycle.ts';
import { counted, inWords } from '../text/text.ts';
import { openHome } from '../wire/wire.ts';
import type { Terminal } from './terminal.ts';

export async function showLifecycle(asJson: boolean, terminal: Terminal): Promise<void> {
  const at = terminal.standpoint();
  const opened = await openHome(at);
  const { world, settings } = opened;
  const keeping = { ...opened, env: at.env };
  const { lifecycle, memory } = knownOf(keeping, false);
  if (lifecycle.kind !== 'cadence') return tellNone(lifecycle, asJson, terminal);
  const { cadence, problems } = lifecycle;
  const now = world.now();
  const { state: name, hits } = settled(cadence, memory);
  const position = { state: name, hits };
  const gated = cadence.states.filter(({ kind, minInterval }) => kind === 'rem' || minInterval !== null);
  const gates = await Promise.all(
    gated.map(async ({ name, kind, minInterval }) => ({
      ...{ state: name, kind, minInterval, succeeded: memory.succeeded[name] ?? null },
      opensIn: (await gateOf(keeping, cadence, { ...memory, state: name }, now))?.opensIn ?? 0,
    })),
  );
  const { streak, lastTick, due } = memory;
  const pace = paceOf(settings);
  if (asJson)
    return terminal.json({
      ...{ start: cadence.start, states: cadence.states, position, gates, streak, lastTick, due, problems },
      ...{ interval: baseOf(pace) },
    });
  terminal.say(drawCadence(cadence, position));
  const state = stateOf(cadence, position.state);
  terminal.say(`Now: ${position.state}, ${position.hits} of ${state?.repeat ?? 1} done.`);
  for (const { state: name, opensIn } of gates)
    terminal.say(`Gate of ${name}: ${opensIn === 0 ? 'open' : `opens in ${inWords(opensIn)}`}.`);
  if (streak !== null)
    terminal.say(
      `${streak.kind === 'no_work' ? 'Nothing to do' : 'Failed'} ${counted(streak.count, 'time')} in a row.`,
    );
  const left = delayAtStart(pace, lastTickOf(memory), now.getTime(), 0);
  terminal.say(
    lastTick === null
      ? 'No tick yet.'
      : `Last tick ${clock(lastTick)}; the next is due ${left === 0 ? 'now' : `in ${inWords(left)}`}.`,
  );
  for (const problem of problems) terminal.say(`${problemLine(problem)} (the last good one goes on)`);
}

function tellNone(lifecycle: Exclude<LifecycleRead, { kind: 'cadence' }>, asJson: boolean, terminal: Terminal): void {
  const problems = lifecycle.kind === 'broken' ? lifecycle.problems : [];
  if (problems.length > 0) terminal.leaveWith(12);
  if (asJson) return terminal.json({ start: null, states: [], position: null, problems });
  if (problems.length === 0) return terminal.say('There is no lifecycle.org here. `dk lifecycle init` writes one.');
  for (const problem of problems) terminal.say(problemLine(problem));
}

function clock(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}
