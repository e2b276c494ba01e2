// What a doctor says about Claude Code: are our hooks there, does an event sent through them arrive, and what stands in the way.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, type FindingId, finding } from '../doctor/doctor.ts';
import { parseRunLines, type RunLine } from '../steps/steps.ts';
import { counted } from '../text/text.ts';
import type { FoundHome, Standpoint, World } from '../world/world.ts';
import { claudeHooks } from './claude-hooks.ts';
import { ignoredBecause, type Place, placesHere, pluginIn } from './installed.ts';

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
    ...twice(ours, pluginIn(places)),
    ...plugged(world, home, pluginIn(places)),
    ...dreaming(places),
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

/** Whether the file is taken notice of, and what it starts is there and arrives. */
function tried(world: World, home: FoundHome, { file, entries }: Place): Finding[] {
  const ignored = ignoredBecause(file.bytes);
  if (ignored !== undefined)
    return [
      finding(
        'claude-hooks-off',
        'warning',
        `Our hooks are in ${file.path}, but Claude Code takes no notice of them: ${ignored}.`,
        'As long as that is so, nothing is recorded, and no session gets a pack.',
      ),
    ];
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
  return arrived(world, home, file.path, program);
}

/** Starts it with an event that means nothing, and looks whether that arrived. */
function arrived(
  world: World,
  home: FoundHome,
  where: string,
  { node, script }: { readonly node?: string | undefined; readonly script: string },
): Finding[] {
  const before = linesOf(world, home).length;
  const args = [...(node === undefined ? [] : [script]), 'hook', 'probe', '--from', 'claude'];
  const { DREAMKEEPER_INSIDE: _, ...env } = process.env;
  const ran = spawnSync(node ?? script, args, {
    ...{ cwd: home.project.worktree ?? home.home, env, timeout: 10_000, encoding: 'utf8', stdio: 'pipe' },
  });
  const lines = linesOf(world, home);
  if (lines.slice(before).some(({ event }) => event === 'probe')) return [works(lines, where)];
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
      `An event sent through the hooks in ${where} did not arrive (${why}).`,
      off !== undefined
        ? '`dk on` switches it on.'
        : node === undefined
          ? 'They start `dk` by its name: it has to be on the PATH. `npm install -g dreamkeeper`.'
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

function twice(ours: readonly Place[], plugin: Place | undefined): Finding[] {
  const places = [
    ...ours.map(({ file }) => file.path),
    ...(plugin === undefined ? [] : [`the plugin (${plugin.file.path})`]),
  ];
  if (places.length < 2) return [];
  return [
    finding(
      'claude-twice',
      'warning',
      `Our hooks are in several places that count here: ${places.join(', ')}. Each event comes twice.`,
      'Keep one: `dk uninstall claude --user`, `--shared` or `--local` takes one out, `claude plugin uninstall dreamkeeper` the plugin.',
    ),
  ];
}

/** The plugin starts the `dk` of the PATH. */
function plugged(world: World, home: FoundHome, plugin: Place | undefined): Finding[] {
  return plugin === undefined ? [] : arrived(world, home, `the plugin (${plugin.file.path})`, { script: 'dk' });
}

function dreaming(places: readonly Place[]): Finding[] {
  const dreams = places.find(({ file }) =>
    /"autoDreamEnabled"\s*:\s*true/u.test(Buffer.from(file.bytes ?? []).toString('utf8')),
  );
  if (dreams === undefined) return [];
  return [
    finding(
      'claude-dreams-too',
      'info',
      `Claude Code's own dreaming is on (autoDreamEnabled in ${dreams.file.path}): it rewrites its own memory files by itself.`,
      'Both may be on: we read its memory and never write it. What it changes there cannot be undone by `dk undo`.',
    ),
  ];
}
