// A service that keeps homes: the text systemd or launchd wants, and where it goes. It is written, never started.
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DreamkeeperError } from '../errors/errors.ts';
import { printSafe } from '../text/text.ts';
import { refuseOthersPlaces } from '../wire/wire.ts';
import type { Standpoint, World } from '../world/world.ts';
import { thisProgram } from './command.ts';

export interface Service {
  readonly path: string;
  readonly text: string;
  /** What a person runs next. */
  readonly next: readonly string[];
}

export interface ServiceRequest {
  readonly platform: string;
  /** Program and arguments. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

const label = 'dreamkeeper.keep';

/** The service of a platform. What cannot be written down safely (a line end in a path) is refused. */
export function serviceFor({ platform, argv, env }: ServiceRequest): Service {
  const home = env.HOME;
  const searchPath = env.PATH ?? '';
  if (home === undefined || !home.startsWith('/')) throw unusable('HOME is not set');
  if ([...argv, searchPath, home].some((text) => /[\p{Cc}]/u.test(text)))
    throw unusable('a path has a line end or another control character in it');
  if (platform === 'linux') {
    const config = env.XDG_CONFIG_HOME?.startsWith('/') === true ? env.XDG_CONFIG_HOME : join(home, '.config');
    return {
      path: join(config, 'systemd', 'user', 'dreamkeeper.service'),
      text: systemdUnit(argv, searchPath),
      next: [
        'systemctl --user daemon-reload',
        'systemctl --user enable --now dreamkeeper',
        'journalctl --user -fu dreamkeeper',
      ],
    };
  }
  if (platform === 'darwin') {
    const path = join(home, 'Library', 'LaunchAgents', `${label}.plist`);
    return {
      path,
      text: launchdPlist(argv, searchPath, join(home, 'Library', 'Logs', 'dreamkeeper.log')),
      next: [`launchctl bootstrap gui/$(id -u) ${shellWord(path)}`],
    };
  }
  throw unusable(`Dreamkeeper knows no services on ${platform}`);
}

/** The service of this platform that is there, and how it is stopped; undefined if none is. */
export function serviceThere(
  env: Standpoint['env'],
  platform: string = process.platform,
): { readonly path: string; readonly stop: string } | undefined {
  if (env.HOME?.startsWith('/') !== true || !['linux', 'darwin'].includes(platform)) return undefined;
  const { path } = serviceFor({ platform, argv: [], env: { ...env, PATH: '' } });
  const stop =
    platform === 'linux'
      ? '`systemctl --user disable --now dreamkeeper`'
      : `\`launchctl bootout gui/$(id -u) ${shellWord(path)}\``;
  return existsSync(path) ? { path, stop } : undefined;
}

/** In double quotes, with what systemd itself would replace written twice. */
export function systemdWord(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`;
}

function systemdUnit(argv: readonly string[], searchPath: string): string {
  // Only a command line has variables in it: elsewhere a dollar sign is one.
  const path = systemdWord(`PATH=${searchPath}`).replaceAll('$$', '$');
  return `[Unit]
Description=Dreamkeeper: wakes and sleeps with the agents of these homes

[Service]
ExecStart=${argv.map(systemdWord).join(' ')}
Environment=${path}
Restart=on-failure
RestartSec=60
# It ends its own runs, and is given time for a night that is under way.
KillMode=mixed
TimeoutStopSec=300
Nice=10

[Install]
WantedBy=default.target
`;
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function launchdPlist(argv: readonly string[], searchPath: string, log: string): string {
  const strings = argv.map((word) => `    <string>${xml(word)}</string>`).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${label}</string>
  <key>ProgramArguments</key>
  <array>
${strings}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
    <key>PATH</key>
    <string>${xml(searchPath)}</string>
  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ThrottleInterval</key>
  <integer>60</integer>
  <key>ExitTimeOut</key>
  <integer>300</integer>
  <key>StandardOutPath</key>
  <string>${xml(log)}</string>
  <key>StandardErrorPath</key>
  <string>${xml(log)}</string>
</dict>
</plist>
`;
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function unusable(why: string): DreamkeeperError {
  return new DreamkeeperError('E_USAGE', `no service can be written: ${why}`, {
    hint: 'Nothing was written. `dk keep` itself runs on every system; start it in the way your system starts programs.',
  });
}

export interface ServiceWritten {
  readonly path: string;
  /** What a person runs next. */
  readonly next: readonly string[];
  /** Of one that is only shown. */
  readonly dryRun?: true;
  readonly text?: string;
  /** Whether it is new; one that says the same already is left alone. */
  readonly written?: boolean;
}

/** Writes it. Without homes of the operator's the one here is named: a service stands nowhere. */
export async function writeService(
  world: World,
  at: Standpoint,
  named: readonly string[],
  { dryRun, force }: { readonly dryRun?: boolean | undefined; readonly force?: boolean | undefined },
): Promise<ServiceWritten> {
  const here = named.length === 0 ? world.places.find(at) : undefined;
  if (named.length === 0 && here === undefined)
    throw new DreamkeeperError('E_NO_HOME', `no home was found from ${printSafe(at.cwd)} upwards`, {
      hint: 'Name the homes to keep, or list them as `homes` in your own config.yaml.',
    });
  const homes = here === undefined ? named : [here.project.worktree ?? here.home];
  const { node, script } = thisProgram(at);
  const argv = [node, script, 'keep', ...homes];
  const { path, text, next } = serviceFor({ platform: process.platform, argv, env: at.env });
  if (dryRun === true) return { dryRun, path, text, next };
  await refuseOthersPlaces([dirname(path)], at);
  world.files.makeFolder(dirname(path));
  const before = world.files.read(dirname(path), basename(path));
  const isSame = before !== undefined && Buffer.from(before).toString('utf8') === text;
  if (before !== undefined && !isSame && force !== true)
    throw new DreamkeeperError('E_NOT_OURS', `${printSafe(path)} is there already, and is different`, {
      hint: 'Nothing was written. Look at that file. --dry-run shows the new one, and --force replaces the old one.',
    });
  if (!isSame) world.files.write(dirname(path), basename(path), Buffer.from(text), { mode: 0o644 });
  return { path, written: !isSame, next };
}
