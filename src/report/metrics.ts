// Figures of a home for whoever collects figures: nights, sweeps, recalls, runs, models, in the text format of Prometheus.
import { join } from 'node:path';
import { withStore } from '../change/change.ts';
import { tryOr } from '../errors/errors.ts';
import { rememberedNow } from '../facts/facts.ts';
import { isDream, isUndone, type LedgerRead, sweepsOf } from '../journal/journal.ts';
import { readReceipts } from '../night/night.ts';
import { parseRunLines } from '../steps/steps.ts';
import { sweepStats } from '../sweep/sweep.ts';
import type { AgentHome } from '../world/world.ts';
import { modelsOf } from './models.ts';

export interface Metric {
  /** Without the `dreamkeeper_` before it. */
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  readonly help: string;
  readonly samples: readonly { readonly labels: Readonly<Record<string, string>>; readonly value: number }[];
}

/** Reading writes nothing. What the ledger tells counts all there ever was; what is private counts what this machine still knows. */
export async function metricsOf(home: AgentHome): Promise<readonly Metric[]> {
  const { notes, ledger } = await rememberedNow(home);
  const { today } = modelsOf(home);
  const stats = sweepStats(home, ledger);
  const one = (value: number, labels = {}): Metric['samples'] => [{ labels, value }];
  const gauge = (name: string, help: string, samples: Metric['samples']): Metric => ({
    name,
    type: 'gauge',
    help,
    samples,
  });
  const counter = (name: string, help: string, samples: Metric['samples']): Metric => ({
    ...{ name: `${name}_total`, type: 'counter', help, samples },
  });
  return [
    counter('dreams', 'Dreams in the journal that were not taken back.', one(dreamsIn(ledger))),
    gauge('nights_kept', 'Nights by outcome, as far as their receipts are kept on this machine.', nightsOf(home)),
    counter(
      'sweeps',
      'Sweeps that changed something, by agent.',
      byAgent(ledger, () => 1),
    ),
    counter(
      'promotions',
      'Memories that sweeps promoted, by agent.',
      byAgent(ledger, ({ promoted }) => promoted.length),
    ),
    gauge(
      'sweep_last_timestamp_seconds',
      'When the last sweep was completed; 0 if none was.',
      one(secondsOf(stats.last)),
    ),
    gauge('sweep_failures', 'Sweeps that failed since the last one that was completed.', one(stats.failures)),
    ...recallsOf(home, gauge),
    gauge('memories', 'Notes and entries of MEMORY.md.', one(notes.length)),
    gauge(
      'memories_pinned',
      'Of these, those that are always told.',
      one(notes.filter(({ pinned }) => pinned !== null).length),
    ),
    gauge('runs_kept', 'Sessions and runs by how they ended, as far as they are kept on this machine.', runsOf(home)),
    gauge('model_calls_today', 'Calls to models today (UTC).', one(today.calls)),
    gauge('model_tokens_today', 'Tokens that they took.', one(today.tokens)),
  ];
}

const dreamsIn = (ledger: LedgerRead): number =>
  ledger.lines.filter(isDream).filter(({ id }) => !isUndone(ledger, id)).length;

const secondsOf = (time: string | null): number => (time === null ? 0 : Math.floor(Date.parse(time) / 1000));

function byAgent(ledger: LedgerRead, value: (sweep: ReturnType<typeof sweepsOf>[number]) => number): Metric['samples'] {
  const sums = new Map<string, number>();
  for (const sweep of sweepsOf(ledger))
    if (!sweep.isUndone) sums.set(sweep.agent, (sums.get(sweep.agent) ?? 0) + value(sweep));
  return [...sums].map(([agent, sum]) => ({ labels: { agent }, value: sum }));
}

function counted(keys: readonly Readonly<Record<string, string>>[]): Metric['samples'] {
  const all = new Map<string, { readonly labels: Readonly<Record<string, string>>; value: number }>();
  for (const labels of keys) {
    const key = JSON.stringify(labels);
    const there = all.get(key) ?? { labels, value: 0 };
    there.value += 1;
    all.set(key, there);
  }
  return [...all.values()];
}

function nightsOf({ world, home }: AgentHome): Metric['samples'] {
  return counted(
    readReceipts(world, home).flatMap(({ outcome, kind, count }) =>
      Array.from({ length: count }, () => ({ kind: kind === 'rem' ? 'dream' : 'other', outcome })),
    ),
  );
}

/** As the harness said it; whatever it says is one of a few words. */
function runsOf({ world, home }: AgentHome): Metric['samples'] {
  const lines = parseRunLines(world.lines.newest(join(home.privateDir, 'runs.jsonl')));
  return counted(
    lines.filter(({ event }) => event === 'end').map(({ from, why }) => ({ from: wordOf(from), why: wordOf(why) })),
  );
}

const wordOf = (text: string): string => (/^[a-z][a-z0-9_-]{0,31}$/iu.test(text) ? text.toLowerCase() : 'other');

function recallsOf(
  { world, home }: AgentHome,
  gauge: (name: string, help: string, samples: Metric['samples']) => Metric,
): Metric[] {
  const read = (): { readonly events: number; readonly memories: number } => {
    if (!world.stores.exists(home.privateDir)) return { events: 0, memories: 0 };
    return withStore(world, home, (store) => {
      let events = 0;
      const memories = new Set<string>();
      for (const { memory } of store.recalls()) {
        events += 1;
        memories.add(memory);
      }
      return { events, memories: memories.size };
    });
  };
  const { events, memories } = tryOr(read, () => ({ events: 0, memories: 0 })) ?? { events: 0, memories: 0 };
  return [
    gauge('recalls_kept', 'How often questions found memories, as far as that is kept on this machine.', [
      { labels: {}, value: events },
    ]),
    gauge('recalled_memories', 'How many memories they found.', [{ labels: {}, value: memories }]),
  ];
}

/** As Prometheus reads it. */
export function printMetrics(metrics: readonly Metric[]): string {
  return metrics
    .map(({ name, type, help, samples }) => {
      const full = `dreamkeeper_${name}`;
      const lines = samples.map(({ labels, value }) => `${full}${printLabels(labels)} ${value}\n`);
      return `# HELP ${full} ${help}\n# TYPE ${full} ${type}\n${lines.join('')}`;
    })
    .join('');
}

function printLabels(labels: Readonly<Record<string, string>>): string {
  const each = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return each.length === 0 ? '' : `{${each.join(',')}}`;
}

const escaped = (value: string): string =>
  value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
