// Days made up at random, with their truth kept by the script as it goes: what is open, what broke, what passed and what changed since.
import type { DayEvent, DayScript } from './day.ts';

export interface GeneratedDay extends DayScript {
  readonly truth: {
    readonly doing: string | null;
    /** Words the next action has to have, and what kind it is. */
    readonly next: { readonly kind: 'mend' | 'commit' | 'board' | 'nothing'; readonly mentions: readonly string[] };
    readonly midFlight: readonly string[];
    readonly verified: readonly string[];
  };
}

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const paths = [
  'src/app.ts',
  'src/sections/Weave.svelte',
  'docs/guide.md',
  'web/index.html',
  'lib/näme x.py',
  'Makefile',
  'test/a.test.ts',
];
const titles = [
  'comparison table — Lovable, v0, Bolt',
  'honest faq',
  'fix: the "odd" login',
  'tweet copy for launch',
  'search box (again)',
];
const checks = [
  'npm test',
  'npm run lint',
  'cargo check',
  'make build',
  'npx tsc --noEmit',
  'cd web && npm test',
  'go vet ./...',
  'pytest -q',
];
const noChecks = ['npm install', 'git status', 'ls -la', 'node server.js', 'curl localhost:3000', 'npm run dev'];

interface Task {
  readonly title: string;
  state: 'TODO' | 'NEXT' | 'DOING' | 'DONE';
  readonly box: string | undefined;
}

/** A day of some ten events. */
export function generateDay(seed: number): GeneratedDay {
  const random = seeded(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const tasks: Task[] = titles
    .filter(() => random() < 0.7)
    .map((title) => ({
      title,
      state: random() < 0.2 ? 'DOING' : random() < 0.25 ? 'NEXT' : random() < 0.2 ? 'DONE' : 'TODO',
      box: random() < 0.5 ? `look at part ${Math.floor(random() * 90)} of it` : undefined,
    }));
  const board = `* board\n${tasks.map(({ title, state, box }) => `** ${state} ${title}\n${box === undefined ? '' : `- [x] begun\n- [ ] ${box}\n`}`).join('')}\n* log\n`;
  const before = Object.fromEntries(paths.slice(0, 4).map((path) => [path, `first of ${path}\n`]));

  // The truth, as it goes.
  const dirty = new Map<string, { byAgent: boolean; touched: number }>();
  const tracked = new Set(Object.keys(before));
  const recorded = new Set<string>();
  const passed = new Map<string, 'holds' | 'stale'>();
  const broken: string[] = [];
  let lastCommit = 0;

  const day: DayEvent[] = [];
  let minute = 0;
  const length = 4 + Math.floor(random() * 10);
  for (let index = 0; index < length; index += 1) {
    minute += 1 + Math.floor(random() * 20);
    const at = `${String(9 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
    const chance = random();
    const touch = (path: string, byAgent: boolean): void => {
      dirty.set(path, { byAgent: byAgent || (dirty.get(path)?.byAgent ?? false), touched: minute });
      for (const command of passed.keys()) passed.set(command, 'stale');
    };
    if (chance < 0.3) {
      const path = pick(paths);
      day.push({ at, edit: path, content: `${path} at ${at}, ${index}\n` });
      touch(path, true);
      recorded.add(path);
    } else if (chance < 0.38) {
      const path = pick(paths);
      day.push({ at, write: path, content: `${path} by hand at ${at}, ${index}\n` });
      touch(path, false);
    } else if (chance < 0.42 && [...tracked].some((path) => !dirty.has(path))) {
      const path = pick([...tracked].filter((each) => !dirty.has(each)));
      day.push({ at, delete: path });
      touch(path, false);
    } else if (chance < 0.66) {
      const command = pick(checks);
      const isGood = random() < 0.6;
      day.push({ at, run: command, exit: isGood ? 0 : 1 });
      const open = broken.indexOf(command);
      if (open !== -1) broken.splice(open, 1);
      passed.delete(command);
      if (isGood) passed.set(command, 'holds');
      else broken.push(command);
    } else if (chance < 0.72) day.push({ at, run: `${pick(checks)} 2>&1 | tail -20`, exit: 0 });
    else if (chance < 0.8) day.push({ at, run: pick(noChecks), exit: random() < 0.5 ? 0 : 1 });
    else if (chance < 0.9 && dirty.size > 0) {
      const files = random() < 0.5 ? [...dirty.keys()] : [pick([...dirty.keys()])];
      day.push({ at, commit: `add: step ${index}`, files });
      for (const path of files) {
        dirty.delete(path);
        tracked.add(path);
      }
      for (const event of day)
        if (event.delete !== undefined && files.includes(event.delete)) tracked.delete(event.delete);
      lastCommit = minute;
    } else {
      const task = pick([...tasks, undefined]);
      const to = task?.state === 'DOING' ? 'DONE' : 'DOING';
      if (task === undefined || task.state === 'DONE') day.push({ at, read: pick(paths) });
      else {
        day.push({ at, move: task.title, to });
        task.state = to;
      }
    }
  }
  minute += 10;
  const open = [...dirty].filter(([, { byAgent, touched }]) => byAgent || touched >= lastCommit);
  const midFlight = open.map(([path]) => path);
  // Of what no step wrote nobody says that it is to be committed: a person may be in the middle of it.
  const work = open.filter(([path]) => recorded.has(path)).map(([path]) => path);
  const byHand = midFlight.filter((path) => tracked.has(path));
  const doing = tasks.find(({ state }) => state === 'DOING');
  const ready = tasks.find(({ state }) => state === 'NEXT') ?? tasks.find(({ state }) => state === 'TODO');
  const mend = broken.at(-1);
  const next: GeneratedDay['truth']['next'] =
    mend !== undefined
      ? { kind: 'mend', mentions: [`\`${mend}\``] }
      : work.length > 0
        ? { kind: 'commit', mentions: work.length <= 3 ? work : [] }
        : doing !== undefined
          ? { kind: 'board', mentions: [doing.box ?? doing.title] }
          : ready !== undefined
            ? { kind: 'board', mentions: [ready.title] }
            : byHand.length > 0
              ? { kind: 'board', mentions: ['no edit on record says by whom', ...(byHand.length <= 3 ? byHand : [])] }
              : midFlight.length > 0
                ? { kind: 'board', mentions: [`git does not know ${midFlight.length === 1 ? 'it' : 'them'} yet`] }
                : { kind: 'nothing', mentions: ['nothing is in flight'] };
  return {
    ...{ what: `seed ${seed}`, shape: random() < 0.5 ? 'one' : 'nested', board, before, day },
    sleepAt: `${String(9 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
    truth: {
      doing: doing?.title ?? null,
      next,
      midFlight,
      verified: [...passed].filter(([, state]) => state === 'holds').map(([command]) => command),
    },
  };
}
