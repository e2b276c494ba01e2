// A daydream between runs: gated, asked for with little, checked, kept in private. It moves nothing and costs next to nothing.

import { askWithinLimits, type Dreamer } from '../asking/asking.ts';
import { withStore } from '../change/change.ts';
import { milliseconds } from '../config/config.ts';
import { DreamkeeperError, unlessBug } from '../errors/errors.ts';
import { gatherFacts } from '../facts/facts.ts';
import {
  type Daydream,
  daydreamGate,
  daydreamInterval,
  dayOf,
  keptDaydreams,
  museByRules,
  musePrompt,
  parseDaydreams,
  printDaydreams,
  readMusing,
  withDaydream,
} from '../muse/muse.ts';
import { decodeUtf8 } from '../text/text.ts';
import type { AgentHome, FoundHome, World } from '../world/world.ts';

export type DaydreamResult =
  | { readonly kind: 'written'; readonly text: string; readonly model: string }
  | { readonly kind: 'gated'; readonly left: number }
  | { readonly kind: 'failed'; readonly reason: string; readonly message: string };

/** In the private folder, which can never be staged: the timeline of a repository carries no moods. */
const fileOf = (agent: string): string => `daydreams-${agent}.json`;

export function daydreamsOf(world: World, home: FoundHome, agent: string): Daydream[] {
  try {
    return parseDaydreams(decodeUtf8(world.files.read(home.privateDir, fileOf(agent)) ?? new Uint8Array()));
  } catch (error) {
    // Something else lies in its place, which the doctor says: then there are none.
    if (error instanceof DreamkeeperError && error.code === 'E_NOT_A_FILE') return [];
    throw error;
  }
}

/**
 * Daydreams once, if it is time: twelve minutes after the last one, or after the last that failed. What a model says and cannot be shown
 * to anybody is not kept; then there simply was none.
 */
export async function daydreamOnce(
  sleeper: AgentHome,
  dreamer: Dreamer | undefined,
  signal?: AbortSignal,
): Promise<DaydreamResult> {
  const { world, home, settings, agent } = sleeper;
  if (world.places.off(home) !== undefined) return { kind: 'failed', reason: 'off', message: 'Dreamkeeper is off' };
  const now = world.now();
  const { daydream_interval: set, daydream_temperature: temperature, keep_daydreams: most } = settings.rem ?? {};
  const known = daydreamsOf(world, home, agent);
  const tried = withStore(world, home, (store) => Number(store.memo(`daydream:${agent}`) ?? Number.NaN));
  const newest = [known[0]?.ts, tried].filter((time) => time !== undefined && time <= now.getTime()) as number[];
  const interval = set === undefined ? daydreamInterval : milliseconds(set);
  const left = daydreamGate(newest.length === 0 ? undefined : Math.max(...newest), interval, now.getTime());
  if (left > 0) return { kind: 'gated', left };
  // Before anybody is asked and paid: one that fails is not tried again with every tick.
  withStore(world, home, (store) => store.setMemo(`daydream:${agent}`, String(now.getTime())));
  const choice = { temperature: temperature ?? 1, most: most ?? keptDaydreams, signal };
  return museAndKeep(sleeper, dreamer, known, choice).catch(
    unlessBug(({ code, message }): DaydreamResult => ({ kind: 'failed', reason: code, message })),
  );
}

async function museAndKeep(
  sleeper: AgentHome,
  dreamer: Dreamer | undefined,
  known: readonly Daydream[],
  {
    temperature,
    most,
    signal,
  }: { readonly temperature: number; readonly most: number; readonly signal: AbortSignal | undefined },
): Promise<DaydreamResult> {
  const { world, home, agent } = sleeper;
  const facts = await gatherFacts({ ...sleeper, purpose: 'dream' });
  const ts = world.now().getTime();
  const byRules = (): string => museByRules(dayOf(facts), `${agent} ${ts}`);
  const asked =
    dreamer === undefined
      ? ({ kind: 'answer', text: byRules() } as const)
      : await askWithinLimits(sleeper, dreamer, {
          act: 'daydream',
          night: `daydream-${ts}`,
          temperature,
          schema: undefined,
          byRules,
          isForced: false,
          signal,
          secrets: sleeper.settings.secrets,
          prompt: () => musePrompt(facts, world.random(8)),
        });
  if (asked.kind === 'failed') return { kind: 'failed', reason: asked.reason, message: asked.message };
  const read = readMusing(asked.text);
  if (read.kind === 'malformed') return { kind: 'failed', reason: 'malformed', message: read.reason };
  const model = dreamer?.name ?? 'builtin';
  const kept = withDaydream(known, { ts, text: read.text, model }, most);
  world.files.write(home.privateDir, fileOf(agent), Buffer.from(printDaydreams(kept)), { mode: 0o600 });
  return { kind: 'written', text: read.text, model };
}
