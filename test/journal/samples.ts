// The sample dreams of the seeds, a board that has the tasks they name, and a home to put them into.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Lived, liveDay } from '../day.ts';
import type { Sandbox } from '../sandbox.ts';

// Both with the line ends their pages lost.
export const dreaming = `#+TITLE: rem — 2026-06-10 14:30 UTC
#+MODEL: inception/mercury-2

* tale
The audit run found the pricing section's claim about offline mode unverified and cut it. Before that, two add runs
shipped the mechanism section (src/sections/grown/Weave.svelte, commit a3f91c2) and a blog post on desktop app builders.
The gate failed once on the weave section — contrast bar at 0 — fixed and re-run. wb content check came back clean.
* goals
- finish the comparison table task already on the board
- verify the blog post renders at /blog/desktop-app-builder
- groom the two stale strategy tasks from last week
* blue sky
- a live diagram section that renders the actual lifecycle state
- let the /rem page link each verdict to the commit that resolved it
* fears
- repeating the weave section's idea in a new wrapper
- shipping a claim about pricing I can't verify from context.org
* verdicts
- pick up: comparison table for the landscape section — audit confirmed the data is ready
- put down: tweet copy for launch — blocked until the social lane exists
- keep course — the board's top objective still matches the landscape
* carry
- DOING: comparison table for the landscape section
- next action: read strategy/landscape.org rows, build the table partial only
- verified this cycle: wb content check clean; do not re-run it before editing
`;
export const contextRepo = `#+TITLE: rem — 2026-06-11 09:15 UTC
#+MODEL: inception/mercury-2

* tale
Three add runs shipped the comparison section and one field-note; the audit cut a duplicated kicker in
05-comparison.html and fixed two dead links.
* goals
- finish the honest faq (99-faq) — pinned last
* blue sky
- a living-proof section driven by the real timeline feed
* fears
- repeating the comparison idea in a future section — sections.org must gate it
* verdicts
- pick up: 99-faq.svelte — honest faq — the audit flagged visitor questions
- keep course — the board order is right
* carry
- DOING: nothing mid-flight; next action: stage NEEDS for 99-faq in plan.org's log
- verified this cycle: content/sections.json rows all serve 200 — do not re-check
`;
export const board = `* board
** TODO objective: know the landscape
*** TODO comparison table for the landscape section
*** NEXT tweet copy for launch
** TODO 99-faq.svelte
** TODO 99-faq.svelte — honest faq
* log
`;

export const live = (box: Sandbox, shape: 'one' | 'nested'): Promise<Lived> =>
  liveDay(box, 'day', { shape, board, before: { 'a.txt': 'a\n' }, day: [] });
export const planOf = ({ home }: Lived): string => readFileSync(join(home.home, 'plan.org'), 'utf8');
export const headOf = ({ home }: Lived): string =>
  spawnSync('git', ['rev-parse', 'HEAD'], { cwd: home.home, encoding: 'utf8' }).stdout;

/** Somebody at a time of any day. */
export function at(lived: Lived, time: string): ReturnType<Lived['at']> {
  const there = lived.at('00:00');
  return { ...there, world: { ...there.world, now: () => new Date(time) } };
}
export function put({ home }: Lived, name: string, content: string | Uint8Array): string {
  mkdirSync(join(home.home, 'rem'), { recursive: true });
  writeFileSync(join(home.home, 'rem', name), content);
  return `rem/${name}`;
}

/** And whoever wrote it commits it in the home. */
export function land(lived: Lived, name: string, content: string | Uint8Array): string {
  const path = put(lived, name, content);
  const who = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.org', GIT_COMMITTER_NAME: 'A' };
  const when = { GIT_AUTHOR_DATE: '2026-06-10T09:20:00Z', GIT_COMMITTER_DATE: '2026-06-10T09:20:00Z' };
  const clear = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };
  const env = { ...clear, ...who, ...when, GIT_COMMITTER_EMAIL: 'a@example.org' };
  for (const args of [
    ['add', path],
    ['commit', '-q', '-m', 'rem: a dream', '--', path],
  ]) {
    const ran = spawnSync('git', args, { cwd: lived.home.home, env, encoding: 'utf8' });
    if (ran.status !== 0) throw new Error(`git ${args.join(' ')}: ${ran.stderr}`);
  }
  return path;
}
