// `dk keep`: keeps homes until it is told to stop.
import type { Command } from 'commander';
import { DreamkeeperError } from '../errors/errors.ts';
import { type KeeperEvent, keep, keepService, type ServiceWritten } from '../verbs/verbs.ts';
import { stopAtSignal } from './heed-signals.ts';
import { eventInWords } from './tell-events.ts';
import type { Terminal } from './terminal.ts';

interface KeepOptions {
  readonly installService?: boolean;
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly json?: boolean;
}

export function addKeep(program: Command, terminal: Terminal): void {
  program
    .command('keep', { hidden: true })
    .argument(
      '[homes...]',
      'homes or their projects; if you name none, those under `homes` in your config.yaml, or else the home of this folder',
    )
    .description(
      'Runs your agents all day, until SIGTERM or Ctrl-C. The file lifecycle.org in each home says what the agent does, one step after the other. A second `dk keep` for the same home waits.',
    )
    .option(
      '--install-service',
      'write a service that does this when you log in (systemd or launchd), but do not start it',
    )
    .option('--dry-run', 'with --install-service: print the service, and write nothing')
    .option('--force', 'with --install-service: replace one that is different')
    .option('--json', 'print each event as a line of JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  dk keep                                keep the home of this folder\n  dk keep ~/site ~/shop                  keep two homes\n  dk keep --install-service --dry-run    print the service that it would write\n',
    )
    .action(async (homes: string[], options: KeepOptions) => {
      const { installService, dryRun, force, json } = options;
      if (installService !== true && (dryRun === true || force === true))
        throw new DreamkeeperError('E_USAGE', '--dry-run and --force are for --install-service', {
          hint: '`dk lifecycle show` says what a keeper would do next.',
        });
      const at = terminal.standpoint();
      if (installService === true)
        return tellService(await keepService(at, { homes, dryRun, force }), json === true, terminal);
      const { signal, end } = stopAtSignal();
      const isNews = newsOnly();
      const onEvent = (event: KeeperEvent): void => {
        if (json === true) return terminal.jsonLine(event);
        if (isNews(event)) terminal.say(eventInWords(event));
      };
      try {
        await keep(at, { homes, signal, onEvent });
      } finally {
        end();
      }
    });
}

function tellService(service: ServiceWritten, asJson: boolean, terminal: Terminal): void {
  if (asJson) return terminal.json(service);
  const { path, text, written, next } = service;
  if (text !== undefined) {
    terminal.say(`Would write ${path}:`);
    return terminal.lines(text);
  }
  terminal.say(written === true ? `Wrote ${path}.` : `${path} is there already.`);
  terminal.say('It is not started yet. Run next:');
  for (const line of next) terminal.say(`  ${line}`);
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
