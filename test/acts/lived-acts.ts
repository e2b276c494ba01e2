// A home with something to tidy and something to dream of.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Lived, liveDay } from '../day.ts';
import type { Sandbox } from '../sandbox.ts';

export const memory = '# Memory\n- old: the port is 8080\n- the door squeaks\n';

export async function livedActs(box: Sandbox, name = 'project'): Promise<Lived> {
  const lived = await liveDay(box, name, {
    ...{ shape: 'nested', board: '* board\n** TODO one\n', before: { 'src/a.ts': 'a\n' } },
    day: [{ at: '09:05', edit: 'src/a.ts', content: 'a2\n' }],
  });
  writeFileSync(join(lived.home.home, 'LEARNT.md'), memory);
  return lived;
}

/** What lies there of both acts. */
export function left({ home: { home } }: Lived): {
  readonly memory: string;
  readonly diary: string;
  readonly nights: number;
} {
  const read = (path: string): string => (existsSync(join(home, path)) ? readFileSync(join(home, path), 'utf8') : '');
  return {
    memory: read('LEARNT.md'),
    diary: read('DREAMS.md'),
    nights: read('rem/ledger.jsonl').split('"kind":"night"').length - 1,
  };
}
