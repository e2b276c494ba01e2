// A home that lies nowhere, whose person comes and goes: for absence, caps and clocks. What a night does is for the test to say.
import { join } from 'node:path';
import type { Act, Trigger } from '../../src/asking/asking.ts';
import type { HomeSettings } from '../../src/config/config.ts';
import { printLedgerLine } from '../../src/journal/ledger.ts';
import { actsDue } from '../../src/keeper/due.ts';
import { type IdleLook, idleLook } from '../../src/keeper/idle.ts';
import type { Receipt } from '../../src/night/night.ts';
import { printRunLine } from '../../src/steps/steps.ts';
import type { AgentHome, World } from '../../src/world/world.ts';
import { type Imagined, imagine, receipt } from './imagined.ts';

export interface Away {
  readonly home: Imagined;
  readonly runs: string[];
  /** When a night put memory in order, or tried to. */
  readonly nights: { readonly at: number; readonly outcome: string }[];
  at(): AgentHome;
  /** A sign of somebody. */
  here(event?: 'start' | 'prompt' | 'end', run?: string, alone?: true): void;
  look(): Promise<IdleLook>;
  /** A person says that what stands in MEMORY.md is the agent's to put in order. */
  give(): void;
  /** One night for this reason, with whatever is due besides; what it did, in order. */
  night(trigger: Trigger): Promise<string[]>;
  /** How the next one ends. */
  ends: 'ran' | 'noop' | 'failed' | 'rejected' | 'stopped';
  calls: number;
  /** The process dies after it landed, before anything is remembered of it. */
  dies: boolean;
}

/** Acts that only say that they were done. */
const act = (name: string, triggers: readonly Trigger[], gather: Act['gather']): Act => ({
  ...{ name, kind: name, triggers, gather },
});

export function away(
  now: () => Date,
  settings: HomeSettings = { dreaming: { enable: true, sweep: false } },
  zone = 'UTC',
): Away {
  const runs: string[] = [];
  const nights: { at: number; outcome: string }[] = [];
  const home: Imagined = imagine('away', now, {
    sleep: async ({ trigger }) => {
      await here.night(trigger);
      return last ?? receipt('noop');
    },
  });
  let last: Receipt | undefined;
  let seq = 0;
  const world: World = {
    ...home.keeping.world,
    zone,
    lines: {
      ...home.keeping.world.lines,
      newest: (path: string) => (path === join(home.keeping.home.privateDir, 'runs.jsonl') ? runs.join('\n') : ''),
    },
  };
  home.settings = settings;
  home.open = () => Promise.resolve({ ...home.keeping, world, settings: home.settings });
  home.files.set('MEMORY.md', '- one\n');
  const done: string[] = [];
  const ready = (name: string) => async () => {
    done.push(name);
    return { kind: 'not now', outcome: 'noop', reason: 'done', message: '' } as const;
  };
  const acts = [
    act('sweep', ['heartbeat'], ready('sweep')),
    act('consolidate', ['fatigue', 'nap'], ready('consolidate')),
    act('curate', ['idle'], ready('curate')),
    act('dream', ['hand', 'cadence', 'session'], ready('dream')),
  ];
  const here: Away = {
    ...{ home, runs, nights, ends: 'ran', calls: 0, dies: false },
    at: () => ({ ...home.keeping, world, settings: home.settings }),
    here: (event = 'prompt', run = 's1', alone = undefined) => {
      const nobody = { worktree: null, branch: null, transcript: null, pid: null };
      const line = {
        v: 1,
        time: now().toISOString(),
        run,
        event,
        from: 'test',
        why: '',
        ...nobody,
        ...(alone && { alone }),
      } as const;
      runs.push(printRunLine(line));
    },
    look: () => idleLook(here.at()),
    give: () => give(home, now()),
    night: async (trigger) => {
      done.length = 0;
      const tonight = { id: 'n-abcdefghij', trigger, isForced: false, env: {}, interval: undefined };
      for (const each of await actsDue(here.at(), trigger, acts)) {
        const came = await each.gather(here.at(), tonight);
        if (came.kind !== 'not now') throw new Error('these acts never propose');
        if (each.name !== 'curate' || came.outcome === 'gated') {
          each.ended?.(here.at(), { outcome: came.outcome, reason: came.reason, calls: 0 });
          if (each.name === 'curate') done.push(`not curated: ${came.reason}`);
          continue;
        }
        nights.push({ at: now().getTime(), outcome: here.ends });
        if (here.ends === 'ran') {
          seq += 1;
          write(home, now(), trigger, seq);
        }
        if (here.dies) continue;
        const outcome = here.ends === 'stopped' ? 'failed' : here.ends;
        each.ended?.(here.at(), { outcome, reason: here.ends === 'stopped' ? 'stopped' : 'x', calls: here.calls });
      }
      last = { ...receipt(here.ends === 'stopped' ? 'failed' : here.ends), trigger };
      return [...done];
    },
  };
  return here;
}

function give(home: Imagined, now: Date): void {
  const line = printLedgerLine(
    {
      ...{ kind: 'whose', id: 'o-aaaaaaaaaa', agent: 'agent', time: now.toISOString() },
      memory: { v: 1, changed: [] },
    },
    null,
  );
  home.files.set('rem/ledger.jsonl', `${line}\n`);
}

/** What the ledger says of a night that landed. */
function write(home: Imagined, now: Date, trigger: string, seq: number): void {
  const before = home.files.get('rem/ledger.jsonl') ?? '';
  const prev = /"hash":"([0-9a-f]{64})"\}\n$/u.exec(before)?.[1] ?? null;
  const id = `n-${`${seq}`.replaceAll(/\d/gu, (digit) => 'abcdefghij'[Number(digit)] ?? 'a').padStart(10, 'a')}`;
  const line = printLedgerLine(
    {
      ...{ kind: 'night', id, agent: 'agent', time: now.toISOString(), model: 'builtin', entry: null, sha256: null },
      ...{ echo: false, head: null, branch: null, verdicts: [], doing: [], digested: null },
      ...{ trigger, acts: [{ name: 'curate' }] },
    },
    prev,
  );
  home.files.set('rem/ledger.jsonl', `${before}${line}\n`);
}
