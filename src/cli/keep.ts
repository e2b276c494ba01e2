// `dk keep`: keeps homes until it is told to stop.

import { resolve } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import type { Command } from 'commander';
import { DreamkeeperError } from '../errors/errors.ts';
import { type KeeperEvent, keepHomes } from '../keeper/keeper.ts';
import { printSafe } from '../text/text.ts';
import { openModels, realWorld, strangerTo } from '../wire/wire.ts';
import type { Standpoint, World } from '../world/world.ts';
import { keptHome } from './kept-home.ts';
import { installService } from './service.ts';
import { eventInWords } from './tell-events.ts';
import type { Terminal } from './terminal.ts';

export interface KeepOptions {
  readonly installService?: boolean;
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

export function addKeep(program: Command, terminal: Terminal): void {
  program
    .command('keep', { hidden: true })
    .argument('[homes...]', "homes or their projects; without any, the operator's `homes`, or else the one here")
    .description(
      'Keeps agents: steps through the lifecycle of each home, wakes and sleeps in turn, until it gets SIGTERM or Ctrl-C. A second one on the same home waits.',
    )
    .option(
      '--install-service',
      'write a service that does this when you log in (systemd or launchd); it is not started',
    )
    .option('--dry-run', 'with --install-service: print it, and write nothing')
    .option('--force', 'with --install-service: also over one that is different')
    .option('--json', 'print each event as a line of JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  dk keep                                the home here\n  dk keep ~/site ~/shop                  two of them\n  dk keep --install-service --dry-run    the service, as it would be written\n',
    )
    .action(async (homes: string[], options: KeepOptions) => {
      const at = terminal.standpoint();
      if (options.installService !== true && (options.dryRun === true || options.force === true))
        throw new DreamkeeperError('E_USAGE', '--dry-run and --force are for --install-service', {
          hint: '`dk lifecycle show` says what a keeper would do next.',
        });
      const world = await realWorld(at.env, at.complain);
      if (options.installService === true)
        return installService(world, at, await namedHomes(homes, world, at), options, terminal);
      const places = await placesOf(homes, world, at);
      // A mistyped path must not look like a keeper at work. Of those on the operator's list one may be away for a while.
      const missing = places.filter((place) => world.places.find(place) === undefined);
      const [first] = missing;
      if (first !== undefined && (homes.length > 0 || missing.length === places.length))
        throw new DreamkeeperError('E_NO_HOME', `there is no home at ${printSafe(first.cwd)}`, {
          hint: '`dk init` there makes one; `homes` in your config.yaml lists those that are kept.',
        });
      const strangers = await Promise.all(places.map((place) => whyNotOurs(world, place)));
      const [why] = strangers.filter((each) => each !== undefined);
      if (why !== undefined && (homes.length > 0 || strangers.every((each) => each !== undefined))) throw why;
      await keep(places, world, options.json === true, terminal);
    });
}

async function whyNotOurs(world: World, place: Standpoint): Promise<DreamkeeperError | undefined> {
  const found = world.places.find(place);
  return found === undefined ? undefined : strangerTo(found, place);
}

/** Those that were named, here or by the operator, with full paths. */
async function namedHomes(homes: readonly string[], world: World, at: Standpoint): Promise<readonly string[]> {
  if (homes.length > 0) return homes.map((home) => resolve(at.cwd, home));
  const { openOperator } = await openModels();
  return openOperator(world, at).settings.homes ?? [];
}

async function placesOf(homes: readonly string[], world: World, at: Standpoint): Promise<readonly Standpoint[]> {
  const named = await namedHomes(homes, world, at);
  if (named.length === 0) return [at];
  // A home that is named is found from where it is, and not from the environment.
  const { DREAMKEEPER_HOME: _, ...env } = at.env;
  return [...new Set(named)].map((cwd) => ({ cwd, env }));
}

async function keep(places: readonly Standpoint[], world: World, asJson: boolean, terminal: Terminal): Promise<void> {
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, onSignal);
  const isNews = newsOnly();
  await keepHomes(places.map(keptHome), {
    ...{ world, signal: stop.signal },
    onEvent: (event) => {
      if (asJson) return terminal.jsonLine(event);
      if (isNews(event)) terminal.say(eventInWords(event));
    },
    wait: (milliseconds, signal) => pass(milliseconds, undefined, { signal }).catch(() => undefined),
  });
}

/** A gate that is still shut, and when it is looked at again, is said once. */
function newsOnly(): (event: KeeperEvent) => boolean {
  const shut = new Map<string, string | null>();
  return (event) => {
    if (!('home' in event)) return true;
    const { home } = event;
    if (event.event === 'gated') {
      const isKnown = shut.get(home) === event.state;
      shut.set(home, event.state);
      return !isKnown;
    }
    if (event.event === 'next' && shut.has(home) && shut.get(home) === event.state) return false;
    if (event.event !== 'next' && event.event !== 'daydream') shut.delete(home);
    return true;
  };
}
