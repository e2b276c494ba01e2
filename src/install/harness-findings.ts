// What a doctor says about Claude Code: are our hooks there, does an event sent through them arrive, and what stands in the way.
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { type Finding, type FindingId, finding, findingIds } from '../doctor/doctor.ts';
import { parseRunLines, type RunLine } from '../steps/steps.ts';
import { counted, oneLine } from '../text/text.ts';
import type { FoundHome, Standpoint, World } from '../world/world.ts';
import { claudeHooks } from './command.ts';
import { ignoredBecause, type Place, placesHere, pluginIn } from './installed.ts';
import { thisProgram } from './plan.ts';

/** Everything that can be said here. */
export const harnessFindingIds: readonly FindingId[] = findingIds.filter(
  (id) => id.startsWith('claude-') || id === 'hooks-dropped',
);

/** Looks, and sends one event of its own through each installed hook; that leaves one line in the private folder and nothing else. */
export async function lookAtHarness(world: World, home: FoundHome, at: Standpoint): Promise<Finding[]> {
  const places = await placesHere(world, at);
  const ours = places.filter(({ entries }) => entries.length > 0);
  return [
    ...dropped(world, home),
    ...ours.flatMap((place) => [...missingIn(place), ...tried(world, home, place, at)]),
    ...twice(ours, pluginIn(places)),
    ...plugged(world, home, pluginIn(places), at),
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

/** Whether the file is taken notice of, and what it starts is there, is us, and arrives. */
function tried(world: World, home: FoundHome, { file, entries }: Place, at: Standpoint): Finding[] {
  const where = oneLine(file.path, 400);
  const ignored = ignoredBecause(file.bytes);
  if (ignored !== undefined)
    return [
      finding(
        'claude-hooks-off',
        'warning',
        `Our hooks are in ${where}, but Claude Code takes no notice of them: ${ignored}.`,
        'As long as that is so, nothing is recorded, and no session gets a pack.',
      ),
    ];
  const program = programIn(entries[0]?.command ?? '');
  if (program === undefined) return [];
  if (program.node === undefined) return byName(world, home, where, at);
  const again = 'Run `dk install claude` again; it writes the paths as they are now.';
  const gone = (id: FindingId, path: string): Finding[] => [
    finding(id, 'error', `The hooks in ${where} start ${oneLine(path, 400)}, which is gone.`, again),
  ];
  if (!existsSync(program.node)) return gone('claude-node-gone', program.node);
  if (!existsSync(program.script)) return gone('claude-script-gone', program.script);
  const self = thisProgram();
  if (realpathSync(program.node) !== realpathSync(self.node) || realpathSync(program.script) !== self.script)
    return [stranger(where, `${program.node} ${program.script}`, again)];
  return arrived(world, home, where, at);
}

/** Where `dk` is started by its name: the one that the PATH gives has to be this one. */
function byName(world: World, home: FoundHome, where: string, at: Standpoint): Finding[] {
  const names = (at.env.PATH ?? '').split(delimiter).filter(isAbsolute);
  const found = names.map((folder) => join(folder, 'dk')).find(existsSync);
  const hint = 'They start `dk` by its name: it has to be on the PATH. `npm install -g dreamkeeper` puts it there.';
  if (found === undefined)
    return [finding('claude-silent', 'warning', `The hooks of ${where} do not find \`dk\` on the PATH.`, hint)];
  return realpathSync(found) === thisProgram().script
    ? arrived(world, home, where, at)
    : [stranger(where, found, 'If that is a dk of yours, run its own `dk doctor`.')];
}

/** What we are not is not started: a settings file may come with a clone. */
function stranger(where: string, what: string, hint: string): Finding {
  const message = `The hooks of ${where} start another program than this dk: ${oneLine(what, 400)}. It was not tried.`;
  return finding('claude-stranger', 'warning', message, hint);
}

/** Starts this very program as the hook would, with an event that means nothing, and looks whether that arrived. */
function arrived(world: World, home: FoundHome, where: string, at: Standpoint): Finding[] {
  const before = linesOf(world, home).length;
  const { node, script } = thisProgram();
  const { DREAMKEEPER_INSIDE: _, ...env } = at.env;
  const ran = spawnSync(node, [script, 'hook', 'probe', '--from', 'claude'], {
    ...{ cwd: home.project.worktree ?? home.home, env, timeout: 10_000, encoding: 'utf8', stdio: 'pipe' },
  });
  const lines = linesOf(world, home);
  if (lines.slice(before).some(({ event }) => event === 'probe')) return [works(lines, where)];
  const off = world.places.off(home);
  const ended = ran.error?.message ?? `it ended with ${ran.status ?? ran.signal ?? 'nothing'}`;
  return [
    finding(
      'claude-silent',
      'warning',
      `An event sent through the hooks of ${where} did not arrive (${off === undefined ? ended : `Dreamkeeper is off ${off.where}`}).`,
      off === undefined
        ? 'Start the command in that file by hand, with `2>/dev/null` left away, and see what it says.'
        : '`dk on` switches it on.',
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
    `An event sent through the hooks of ${path} arrived. ${heard}`,
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
function plugged(world: World, home: FoundHome, plugin: Place | undefined, at: Standpoint): Finding[] {
  return plugin === undefined ? [] : byName(world, home, `the plugin (${oneLine(plugin.file.path, 400)})`, at);
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
