// What a doctor says about Claude Code: are our hooks there, does an event sent through them arrive, and what stands in the way.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, type FindingId, finding } from '../doctor/doctor.ts';
import { parseRunLines, type RunLine } from '../steps/steps.ts';
import { counted } from '../text/text.ts';
import type { FoundHome, Standpoint, World } from '../world/world.ts';
import { claudeHooks } from './claude-hooks.ts';
import { type Place, placesHere } from './installed.ts';

/** Everything that can be said here. */
export const harnessFindingIds: readonly FindingId[] = [
  ...(['claude-works', 'claude-partly', 'claude-node-gone', 'claude-script-gone', 'claude-silent'] as const),
  ...(['claude-twice', 'claude-hooks-off', 'claude-dreams-too', 'hooks-dropped'] as const),
];

/** Looks, and sends one event of its own through each installed hook; that leaves one line in the private folder and nothing else. */
export async function lookAtHarness(world: World, home: FoundHome, at: Standpoint): Promise<Finding[]> {
  const places = await placesHere(world, at);
  const ours = places.filter(({ entries }) => entries.length > 0);
  return [
    ...dropped(world, home),
    ...ours.flatMap((place) => [...missingIn(place), ...tried(world, home, place)]),
    ...twice(ours),
    ...settingsOf(places, ours.length > 0),
  ];
}

function dropped(world: World, home: FoundHome): Finding[] {
  const drops = [...world.drops(home)];
  if (drops.length === 0) return [];
  const all = drops.reduce((sum, [, count]) => sum + count, 0);
  const why = drops.map(([reason, count]) => `${reason} ${count}`).join(', ');
  return [
    finding(
      'hooks-dropped',
      'warning',
      `${counted(all, 'event')} of the agent's harness could not be recorded (${why}).`,
      `Sessions went on as if nothing had happened. If the number grows, look at the disk and its rights; removing ${join(home.privateDir, 'drops')} begins anew.`,
    ),
  ];
}

function missingIn({ file, entries }: Place): Finding[] {
  const missing = claudeHooks.filter(({ event }) => !entries.some((entry) => entry.event === event));
  if (missing.length === 0) return [];
  const names = missing.map(({ event }) => event).join(', ');
  return [
    finding(
      'claude-partly',
      'warning',
      `${file.path} lacks some of our hooks: ${names}.`,
      'Run `dk install claude` again; it adds what is missing.',
    ),
  ];
}

/** How an installed command is started. */
function programIn(command: string): { readonly node: string | undefined; readonly script: string } | undefined {
  if (/^(?:dk|dreamkeeper) hook /u.test(command)) return { node: undefined, script: 'dk' };
  const [, node, script] = /^'((?:[^']|'\\'')*)' '((?:[^']|'\\'')*)' hook /u.exec(command) ?? [];
  if (node === undefined || script === undefined) return undefined;
  const plain = (quoted: string): string => quoted.replaceAll(String.raw`'\''`, "'");
  return { node: plain(node), script: plain(script) };
}

/** Starts what Claude Code would start, with an event that means nothing, and looks whether it arrived. */
function tried(world: World, home: FoundHome, { file, entries }: Place): Finding[] {
  const program = programIn(entries[0]?.command ?? '');
  const again = 'Run `dk install claude` again; it writes the paths as they are now.';
  if (program === undefined) return [];
  if (program.node !== undefined && !existsSync(program.node))
    return [
      finding('claude-node-gone', 'error', `The hooks in ${file.path} start ${program.node}, which is gone.`, again),
    ];
  if (program.node !== undefined && !existsSync(program.script))
    return [
      finding(
        'claude-script-gone',
        'error',
        `The hooks in ${file.path} start ${program.script}, which is gone.`,
        again,
      ),
    ];
  const before = linesOf(world, home).length;
  const args = [...(program.node === undefined ? [] : [program.script]), 'hook', 'probe', '--from', 'claude'];
  const { DREAMKEEPER_INSIDE: _, ...env } = process.env;
  const ran = spawnSync(program.node ?? program.script, args, {
    ...{ cwd: home.project.worktree ?? home.home, env, timeout: 10_000, encoding: 'utf8', stdio: 'pipe' },
  });
  const lines = linesOf(world, home);
  if (lines.slice(before).some(({ event }) => event === 'probe')) return [works(lines, file.path)];
  const off = world.places.off(home);
  const why =
    off !== undefined
      ? `Dreamkeeper is off ${off.where}`
      : ran.error === undefined
        ? `it ended with ${ran.status ?? ran.signal ?? 'nothing'}`
        : ran.error.message;
  return [
    finding(
      'claude-silent',
      'warning',
      `An event sent through the hooks in ${file.path} did not arrive (${why}).`,
      off !== undefined
        ? '`dk on` switches it on.'
        : 'Start the command in that file by hand, with `2>/dev/null` left away, and see what it says.',
    ),
  ];
}

function works(lines: readonly RunLine[], path: string): Finding {
  const last = lines.findLast(({ event }) => event !== 'probe');
  const heard =
    last === undefined
      ? 'No session has come yet: start Claude Code here.'
      : `The last session was heard of at ${last.time.slice(0, 16).replace('T', ' ')} UTC (${last.event}).`;
  return finding(
    'claude-works',
    'info',
    `An event sent through the hooks in ${path} arrived. ${heard}`,
    'Nothing to do.',
  );
}

function linesOf(world: World, home: FoundHome): RunLine[] {
  return parseRunLines(world.lines.newest(join(home.privateDir, 'runs.jsonl'), 256 * 1024));
}

function twice(ours: readonly Place[]): Finding[] {
  if (ours.length < 2) return [];
  return [
    finding(
      'claude-twice',
      'warning',
      `Our hooks are in several places that count here: ${ours.map(({ file }) => file.path).join(', ')}. Each event comes twice.`,
      'Keep one: `dk uninstall claude --user`, `--shared` or `--local` takes the other out.',
    ),
  ];
}

/** What Claude Code is told elsewhere in its settings. */
function settingsOf(places: readonly Place[], isInstalled: boolean): Finding[] {
  const says = (name: string): Place | undefined =>
    places.find(({ file }) =>
      new RegExp(`"${name}"\\s*:\\s*true`, 'u').test(Buffer.from(file.bytes ?? []).toString('utf8')),
    );
  const off = isInstalled ? says('disableAllHooks') : undefined;
  const dreams = says('autoDreamEnabled');
  return [
    ...(off === undefined
      ? []
      : [
          finding(
            'claude-hooks-off',
            'warning',
            `${off.file.path} switches all hooks of Claude Code off (disableAllHooks).`,
            'As long as it does, nothing is recorded, and no session gets a pack.',
          ),
        ]),
    ...(dreams === undefined
      ? []
      : [
          finding(
            'claude-dreams-too',
            'info',
            `Claude Code's own dreaming is on (autoDreamEnabled in ${dreams.file.path}): it rewrites its own memory files by itself.`,
            'Both may be on: we read its memory and never write it. What it changes there cannot be undone by `dk undo`.',
          ),
        ]),
  ];
}
