// A home whose MEMORY.md is the agent's, line by line with the day it was written on, and a night that puts it in order.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeId, ledgerLine, makeChange } from '../../src/change/change.ts';
import { curateAct } from '../../src/curate/curate.ts';
import { rememberedNow } from '../../src/facts/facts.ts';
import type { MemoryDeeds } from '../../src/journal/journal.ts';
import { memoryPath, recordOf } from '../../src/memory/memory.ts';
import type { NightDone, SleepOptions } from '../../src/night/night.ts';
import type { AgentHome } from '../../src/world/world.ts';
import { type Lived, liveDay } from '../day.ts';
import type { Sandbox } from '../sandbox.ts';
import { sleepOnce } from '../sleep.ts';

export interface Line {
  /** When it was written. */
  readonly at: string;
  readonly text: string;
  readonly origin?: 'agent' | 'untrusted' | 'person';
  /** Above it, if it is the first below a new heading. */
  readonly heading?: string;
}

export const fileOf = (lines: readonly Line[]): string =>
  `# MEMORY.md\n\n${lines.map(({ text, heading }) => `${heading === undefined ? '' : `\n## ${heading}\n\n`}- ${text}\n`).join('')}`;

/** Writes memory, and tells the ledger whose each line is and since when. */
export async function grown(
  at: (time: string) => AgentHome,
  lines: readonly Line[],
  how: 'whole' | 'append' = 'whole',
): Promise<void> {
  const times = [...new Set(lines.map((line) => line.at))].toSorted();
  for (const time of times) {
    const home = at(time);
    const there = lines.filter((line) => line.at <= time);
    const added = there.map(({ text }) => `- ${text}\n`).join('');
    const edit = (content: Uint8Array | undefined): Uint8Array =>
      how === 'whole'
        ? Buffer.from(fileOf(there))
        : Buffer.concat([content ?? Buffer.from('# MEMORY.md\n\n'), Buffer.from(added)]);
    const files = [{ path: memoryPath, edit }];
    await makeChange(home.world, home.home, { files, subject: 'note: memory', agent: home.agent });
    const { placed } = await rememberedNow(home);
    for (const origin of ['agent', 'untrusted'] as const) {
      const said = new Set(
        lines.filter((line) => line.at === time && (line.origin ?? 'agent') === origin).map(({ text }) => text),
      );
      const came = placed
        .filter(({ path, text }) => path === memoryPath && said.has(text))
        .map((each): MemoryDeeds['came'][number] => ({
          memory: each.id,
          sha256: each.sha256,
          ...recordOf(each, placed),
          origin,
        }));
      if (came.length === 0) continue;
      const memory: MemoryDeeds = { operations: [], frame: [], came, left: [] };
      const id = changeId(home.world, 'v');
      const told = { proposal: 'q-aaaaaaaa', wish: 'none', decision: 'approved' as const, memory };
      const line = { kind: 'review' as const, id, agent: home.agent, time: home.world.now().toISOString(), ...told };
      await makeChange(home.world, home.home, {
        ...{ files: [ledgerLine(home.world, home.home, line)], subject: 'note: whose', agent: home.agent, id },
      });
    }
  }
}

export const curateDay = {
  shape: 'nested',
  board: '* board\n',
  before: { 'src/a.ts': 'a\n', 'src/old.ts': 'o\n' },
  day: [],
} as const;

export async function homeWith(box: Sandbox, lines: readonly Line[], review = 'off'): Promise<Lived> {
  const lived = await liveDay(box, 'project', curateDay);
  box.write('project/.dream/dreamkeeper.yaml', `format: 1\nagent: waldo\nreview: ${review}\n`);
  await grown(lived.at, lines);
  return lived;
}

export const filler = (from: number, many: number): Line[] =>
  Array.from({ length: many }, (_, at) => ({
    at: '2026-05-01T10:00:00Z',
    text: `Fact ${from + at} is about topic${from + at} and colour${from + at}.`,
  }));

export const memoryIn = (home: AgentHome): string => readFileSync(join(home.home.home, memoryPath), 'utf8');

export function curate(home: AgentHome, options: Partial<SleepOptions> = {}): Promise<NightDone> {
  return sleepOnce(home, { env: {}, acts: [curateAct], ...options });
}
