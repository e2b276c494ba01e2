// What a doctor says about harnesses: are our hooks there, does an event sent through them arrive, and what stands in the way.
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import {
  type Finding,
  type FindingId,
  finding,
  type HarnessFinding,
  harnessFinding,
  harnessIds,
} from '../doctor/doctor.ts';
import { tryOr } from '../errors/errors.ts';
import { parseRunLines, type RunLine } from '../steps/steps.ts';
import { counted, oneLine } from '../text/text.ts';
import type { FoundHome, Standpoint, World } from '../world/world.ts';
import { programIn, thisProgram } from './command.ts';
import { installedAt, placesHere, pluginIn, projectAt, type SettingsPlace, seenFor, wordsOf } from './installed.ts';
import { fromClone, howToLast, troubleOf } from './lasting.ts';
import { goneIn, mcpFile, serverIn } from './mcp-entry.ts';
import { tokenPlace } from './mcp-token.ts';
import { lookAtSessions } from './session-findings.ts';
import { readSettings } from './settings-file.ts';
import { type Setup, type Site, sitesAt } from './site.ts';

/** Everything that can be said here. */
export function harnessFindingIds(names: readonly string[]): FindingId[] {
  return [
    ...names.flatMap((name) => harnessIds.map((what) => `${name}-${what}` as const)),
    'hooks-dropped',
    'mcp-token-open',
  ];
}

/** Looks, and sends one event of its own through each installed hook; that leaves one line in the private folder and nothing else. */
export async function lookAtHarnesses(world: World, home: FoundHome, at: Standpoint): Promise<Finding[]> {
  const found = [...checkDropped(world, home), ...checkToken(world, at)];
  for (const site of await sitesAt(world, at)) found.push(...(await lookAtHarness(site, home)));
  return found;
}

/** What keeps installed hooks from starting, now or one day: all that can be said without trying them. */
export async function hookTroubles(world: World, at: Standpoint): Promise<HookTrouble[]> {
  return (await sitesAt(world, at)).flatMap((site) =>
    placesHere(site).flatMap((place) => {
      const trouble = troubleOf(place);
      if (trouble === undefined) return [];
      const { is, part, path } = trouble;
      const again = `run \`${installInto(site.setup, place)}\` again.`;
      const start = `the hooks in ${oneLine(place.file.path, 400)} start ${oneLine(path, 400)}`;
      return [
        is === 'gone'
          ? {
              code: 'hooks-cannot-start',
              message: `${start}, which is gone: nothing is recorded`,
              hint: `To put it right, ${again}`,
            }
          : {
              code: 'hooks-in-cache',
              message: `${start}, which is in a cache that npm empties: one day they will do nothing`,
              hint: `${howToLast[part]}. Then ${again}`,
            },
      ];
    }),
  );
}

/** Whether sessions of any harness tell us here that they end: by our hooks, or by our plugin. */
export async function hearsSessions(world: World, at: Standpoint): Promise<boolean> {
  return (await sitesAt(world, at)).some((site) => {
    const places = placesHere(site);
    return places.some(({ entries }) => entries.length > 0) || pluginIn(site.setup, places) !== undefined;
  });
}

export interface HookTrouble {
  readonly code: 'hooks-cannot-start' | 'hooks-in-cache';
  readonly message: string;
  readonly hint: string;
}

async function lookAtHarness(site: Site, home: FoundHome): Promise<Finding[]> {
  const { setup } = site;
  const places = placesHere(site);
  const ours = places.filter(({ entries }) => entries.length > 0);
  const plugin = pluginIn(setup, places);
  return [
    ...ours.flatMap((place) => [
      ...checkComplete(setup, place),
      ...checkOld(setup, place),
      ...checkPlace(site, home, place),
    ]),
    ...(ours.length === 0 ? [] : await lookAtSessions(site, home, ours, linesOf(site.world, home))),
    ...checkTwice(setup, ours, plugin),
    ...checkPlugin(site, home, plugin),
    ...checkDreaming(setup, places),
    ...checkServer(site),
  ];
}

/** The entry by which its agent has us as tools. */
function checkServer(site: Site): Finding[] {
  const project = projectAt(site.world, site.at);
  const path = mcpFile(site, 'local', seenFor(site.world, 'local', project));
  const file = path === undefined ? undefined : tryOr(() => readSettings(site.world, path));
  const server = file === undefined ? undefined : serverIn(file);
  const gone = server === undefined ? undefined : goneIn(server);
  if (file === undefined || gone === undefined) return [];
  const message = `The server in ${oneLine(file.path, 400)} starts ${oneLine(gone, 400)}, which is gone.`;
  const hint = `Run \`dk install ${site.setup.name} --mcp\` again; it writes the paths as they are now.`;
  return say(site.setup, 'mcp-gone', message, hint);
}

function checkToken(world: World, at: Standpoint): Finding[] {
  const path = tryOr(() => tokenPlace(at));
  const seen = path === undefined ? undefined : tryOr(() => world.disk.at(path));
  const isOpen = seen?.mode !== undefined && (seen.mode & 0o077) !== 0;
  if (path === undefined || seen === undefined || (seen.kind === 'file' && !isOpen)) return [];
  const message = `${oneLine(path, 400)}, the token of \`dk mcp --http\`, ${seen.kind === 'file' ? 'can be read by others' : 'is no plain file'}.`;
  const hint = 'Remove it. The next `dk mcp --http` makes a new one; give that to your clients.';
  return [finding('mcp-token-open', message, hint)];
}

function say({ name }: Setup, what: HarnessFinding, message: string, hint: string): Finding[] {
  return [harnessFinding(name, what, message, hint)];
}

function checkDropped(world: World, home: FoundHome): Finding[] {
  const drops = [...world.drops(home)];
  if (drops.length === 0) return [];
  const all = drops.reduce((sum, [, count]) => sum + count, 0);
  const why = drops.map(([reason, count]) => `${reason} ${count}`).join(', ');
  const message = `${counted(all, 'event')} of the agent's program could not be recorded (${why}).`;
  const hint = `The sessions were not disturbed. If the number grows, check the disk and its permissions. To start the count again, remove ${join(home.privateDir, 'drops')}.`;
  return [finding('hooks-dropped', message, hint)];
}

/** The command that puts the hooks in as they should be. */
function installInto({ name }: Setup, { scope }: SettingsPlace): string {
  return `dk install ${name}${scope === 'local' ? '' : ` --${scope}`}`;
}

function checkOld(setup: Setup, place: SettingsPlace): Finding[] {
  const old = place.entries.filter(({ isOutdated }) => isOutdated === true).map(({ event }) => event);
  if (old.length === 0) return [];
  const message = `The hooks ${old.join(' and ')} in ${oneLine(place.file.path, 400)} are from an earlier version. ${setup.title} does not wait for them, and may then never report the end of a session.`;
  return say(setup, 'old', message, `\`${installInto(setup, place)}\` updates them, and changes nothing else.`);
}

function checkComplete(setup: Setup, place: SettingsPlace): Finding[] {
  const { file, entries } = place;
  const missing = setup.hooks.filter(({ event }) => !entries.some((entry) => entry.event === event));
  if (missing.length === 0) return [];
  const message = `${file.path} lacks some of our hooks: ${missing.map(({ event }) => event).join(', ')}.`;
  return say(setup, 'partly', message, `Run \`${installInto(setup, place)}\` again; it adds what is missing.`);
}

/** Whether the file is taken notice of, and what it starts is there, is us, and arrives. */
function checkPlace(site: Site, home: FoundHome, place: SettingsPlace): Finding[] {
  const { setup } = site;
  const { file, entries } = place;
  const where = oneLine(file.path, 400);
  const ignored = setup.ignoredBecause(wordsOf(file));
  if (ignored !== undefined) {
    const message = `Our hooks are in ${where}, but ${setup.title} ignores them: ${ignored}.`;
    const hint = 'Until you change that, Dreamkeeper records nothing, and no session gets a hand-over.';
    return say(setup, 'hooks-off', message, hint);
  }
  const program = programIn(entries[0]?.command ?? '');
  if (program === undefined) return [];
  if (program.node === undefined) return byName(site, home, where);
  const again = `Run \`${installInto(setup, place)}\` again; it writes the paths as they are now.`;
  const trouble = troubleOf(place);
  const path = oneLine(trouble?.path ?? '', 400);
  if (trouble?.is === 'gone')
    return say(setup, `${trouble.part}-gone`, `The hooks in ${where} start ${path}, which is gone.`, again);
  if (trouble !== undefined) {
    const message = `The hooks in ${where} start ${path}, which is in a cache that npm empties: one day they will do nothing.`;
    return say(
      setup,
      'in-cache',
      message,
      `${howToLast[trouble.part]}. Then run \`${installInto(setup, place)}\` again.`,
    );
  }
  const self = thisProgram(site.at);
  if (realpathSync(program.node) !== realpathSync(self.node) || realpathSync(program.script) !== self.script)
    return stranger(setup, where, `${program.node} ${program.script}`, again);
  const awaited = checkAwaited(site, home, place, where);
  return awaited.length > 0 ? awaited : checkArrival(site, home, where);
}

/** Where `dk` is started by its name: the one that the PATH gives has to be this one. */
function byName(site: Site, home: FoundHome, where: string): Finding[] {
  const { at, setup } = site;
  const names = (at.env.PATH ?? '').split(delimiter).filter(isAbsolute);
  const found = names.map((folder) => join(folder, 'dk')).find(existsSync);
  const hint = `They start \`dk\` by its name, so it has to be on the PATH. To put it there, run, ${fromClone}.`;
  if (found === undefined) return say(setup, 'silent', `The hooks of ${where} do not find \`dk\` on the PATH.`, hint);
  return realpathSync(found) === thisProgram(at).script
    ? checkArrival(site, home, where)
    : stranger(setup, where, found, 'If that is a dk of yours, run its own `dk doctor`.');
}

/** What we are not is not started: a settings file may come with a clone. */
function stranger(setup: Setup, where: string, what: string, hint: string): Finding[] {
  const message = `The hooks of ${where} start another program than this dk: ${oneLine(what, 400)}. The doctor did not try it.`;
  return say(setup, 'stranger', message, hint);
}

/** Starts this very program as the hook would, with an event that means nothing, and looks whether that arrived. */
function checkArrival({ world, at, setup }: Site, home: FoundHome, where: string): Finding[] {
  const before = linesOf(world, home).length;
  const { node, script } = thisProgram(at);
  const { DREAMKEEPER_INSIDE: _, ...env } = at.env;
  const ran = spawnSync(node, [script, 'hook', 'probe', '--from', setup.name], {
    cwd: home.project.worktree ?? home.home,
    env,
    timeout: 10_000,
    encoding: 'utf8',
    stdio: 'pipe',
  });
  const lines = linesOf(world, home);
  if (lines.slice(before).some(({ event }) => event === 'probe')) return works(setup, lines, where);
  const off = world.places.off(home);
  const ended = ran.error?.message ?? `it ended with ${ran.status ?? ran.signal ?? 'nothing'}`;
  const [why, hint] =
    off === undefined
      ? [ended, 'Start the command in that file by hand, without `2>/dev/null`, and see what it prints.']
      : [
          `Dreamkeeper is off ${off.where}`,
          `\`dk on${off.where === 'everywhere' ? ' --everywhere' : ''}\` switches it on.`,
        ];
  return say(setup, 'silent', `An event sent through the hooks of ${where} did not arrive (${why}).`, hint);
}

const heardOf: Readonly<Record<RunLine['event'], string>> = {
  start: 'it began',
  prompt: 'it was asked something',
  stop: 'its agent had answered',
  compact: 'it was made shorter',
  end: 'it ended',
  probe: 'it was tried',
};

function works(setup: Setup, lines: readonly RunLine[], path: string): Finding[] {
  const last = lines.findLast(({ event, from }) => event !== 'probe' && from === setup.name);
  const heard =
    last === undefined
      ? `No session was heard of since the installation: start ${setup.title} here.`
      : `The last that a session said of itself was at ${last.time.slice(0, 16).replace('T', ' ')} UTC: ${heardOf[last.event]}. (Tool calls are in \`dk steps\`.)`;
  const message = `An event sent through the hooks of ${path} arrived. ${heard}`;
  return say(setup, 'works', message, 'They work: there is nothing to put right.');
}

/** What it waits for, unless a session of it was heard since the hooks are there: then it was given, in whatever way. */
function checkAwaited(site: Site, home: FoundHome, place: SettingsPlace, where: string): Finding[] {
  const { world, at, setup } = site;
  const project = home.project.worktree ?? home.home;
  const awaited = setup.awaits?.(join(place.file.folder, place.file.name), project, at.env);
  if (awaited === undefined) return [];
  const since = installedAt(site, home, [place])?.toISOString() ?? '';
  const isHeard = linesOf(world, home).some(
    ({ from, event, time }) => from === setup.name && event !== 'probe' && time > since,
  );
  if (isHeard) return [];
  return say(setup, 'waits', `Our hooks are in ${where}, but ${setup.title} ${awaited.what}.`, awaited.how);
}

function linesOf(world: World, home: FoundHome): RunLine[] {
  return parseRunLines(world.lines.newest(join(home.privateDir, 'runs.jsonl'), 256 * 1024));
}

function checkTwice(setup: Setup, ours: readonly SettingsPlace[], plugin: SettingsPlace | undefined): Finding[] {
  const places = [
    ...ours.map(({ file }) => file.path),
    ...(plugin === undefined ? [] : [`the plugin (${plugin.file.path})`]),
  ];
  if (places.length < 2) return [];
  const unplug = setup.plugin === undefined ? '' : `, \`${setup.plugin.uninstall}\` the plugin`;
  const message = `Our hooks are in several places at once: ${places.join(', ')}. So each event arrives more than once.`;
  const hint = `Keep one: \`dk uninstall ${setup.name} --user\`, \`--shared\` or \`--local\` removes one${unplug}.`;
  return say(setup, 'twice', message, hint);
}

/** The plugin starts the `dk` of the PATH. */
function checkPlugin(site: Site, home: FoundHome, plugin: SettingsPlace | undefined): Finding[] {
  return plugin === undefined ? [] : byName(site, home, `the plugin (${oneLine(plugin.file.path, 400)})`);
}

function checkDreaming(setup: Setup, places: readonly SettingsPlace[]): Finding[] {
  const [by] = places.flatMap(({ file }) => setup.dreams?.(wordsOf(file))?.concat(' in ', file.path) ?? []);
  if (by === undefined) return [];
  const message = `${setup.title}'s own dreaming is on (${by}): it rewrites its own memory files by itself.`;
  const hint =
    'Both may be on: Dreamkeeper reads that memory and never writes it. `dk undo` cannot undo what is changed there.';
  return say(setup, 'dreams-too', message, hint);
}
