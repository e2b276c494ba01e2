// `dk demo`: the whole of what works today, shown on a sample in a fresh folder, with one sentence for each thing.
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { DreamkeeperError } from '../errors/errors.ts';
import { paint, type Terminal } from './terminal.ts';

interface Scene {
  readonly why: string;
  readonly commands: readonly (readonly string[])[];
}

const step = (tool: string, target: string, exit: number, ms: number): readonly string[] => [
  ...[
    'step',
    '--tool',
    tool,
    '--target',
    target,
    '--exit',
    String(exit),
    '--duration-ms',
    String(ms),
    '--run',
    'morning',
  ],
];

const scenes: readonly Scene[] = [
  {
    why: 'A home is a git repository of plain files. In an empty folder it is the folder itself; in a project it hides in .dream/.',
    commands: [['init', '--agent', 'waldo']],
  },
  {
    why: 'The board is plan.org. People, agents and (soon) dreams move states on it; nobody deletes a task.',
    commands: [
      ['board', 'add', 'objective: page completeness'],
      [
        'board',
        'add',
        'comparison table — Lovable, v0, Bolt',
        '--under',
        'objective: page completeness',
        '--state',
        'NEXT',
      ],
      ['board', 'add', 'honest faq', '--under', 'objective: page completeness', '--tag', 'copy'],
      ['board', 'add', 'tweet copy for launch', '--priority', 'C'],
    ],
  },
  {
    why: 'While the agent works, each tool call becomes one private line. Failures are never lost in the crowd.',
    commands: [
      ['board', 'move', 'comparison table — Lovable, v0, Bolt', 'DOING'],
      step('read', 'strategy/landscape.org', 0, 12),
      step('edit', 'src/sections/Comparison.svelte', 0, 41),
      step('bash', 'npm test', 1, 5210),
      step('edit', 'src/sections/Comparison.svelte', 0, 38),
      step('bash', 'npm test', 0, 4980),
      ['steps'],
    ],
  },
  {
    why: 'A finished task is moved, a dropped one says why, and the log gets a dated dash. Each is one commit that changes one line.',
    commands: [
      ['board', 'move', 'comparison table — Lovable, v0, Bolt', 'DONE'],
      ['board', 'move', 'tweet copy for launch', 'CANCELLED', '--why', 'there is no social lane yet'],
      ['board', 'log', 'comparison section shipped'],
      ['board'],
    ],
  },
];

export function addDemo(program: Command, terminal: Terminal): void {
  program
    .command('demo')
    .summary('see it work on a sample')
    .description(
      'Makes a sample home in a new temporary folder and shows what Dreamkeeper does with it. No key, no server, no network.',
    )
    .addHelpText('after', '\nExample:\n  dk demo\n')
    .action(async () => {
      const folder = mkdtempSync(join(tmpdir(), 'dreamkeeper-demo-'));
      for (const { why, commands } of scenes) {
        terminal.say();
        terminal.say(paint('magenta', why));
        for (const args of commands) {
          terminal.say(paint('dim', `$ dk ${args.map((arg) => (/[\s;—]/u.test(arg) ? `"${arg}"` : arg)).join(' ')}`));
          await runVerb(args, folder);
        }
      }
      terminal.say();
      terminal.say(`It is all still there: cd ${folder}`);
      terminal.say('Try next: git log --stat   ·   cat plan.org   ·   and in a project of yours: dk init');
    });
}

/** Each command runs as its own process, exactly as a person or an agent would run it. */
function runVerb(args: readonly string[], cwd: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const { DREAMKEEPER_HOME: _, ...env } = process.env;
  const child = spawn(process.execPath, [process.argv[1] ?? '', ...args], {
    cwd,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  child.on('error', reject);
  child.on('exit', (code) => {
    if (code === 0) resolve();
    else
      reject(
        new DreamkeeperError('E_BUG', `\`dk ${args.join(' ')}\` ended with ${code ?? 'a signal'}`, {
          hint: `The sample is in ${cwd}.`,
        }),
      );
  });
  return promise;
}
