// `dk demo`: an agent's day, its night and its morning, lived for real in a fresh folder, with one sentence for each thing.

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import { memoryRead, type RunRecorder, record } from '../../verbs/verbs.ts';
import type { Terminal } from '../terminal.ts';
import { liveCadence } from './cadence.ts';
import { type DemoEvent, demoBefore, demoDay, demoEarlier, demoMemory } from './day.ts';
import { type DemoStage, demoEnv, demoStage, run } from './stage.ts';

export function addDemo(program: Command, terminal: Terminal): void {
  program
    .command('demo')
    .summary('see it work on a sample')
    .description(
      'Plays a sample day in a new temporary folder: an agent works, sleeps and wakes. It needs no key, no server and no network.',
    )
    .addHelpText('after', '\nExample:\n  dk demo\n')
    .action(() => demo(terminal));
}

async function demo(terminal: Terminal): Promise<void> {
  const around = mkdtempSync(join(tmpdir(), 'dreamkeeper-demo-'));
  const folder = join(around, 'day');
  mkdirSync(folder);
  const stage = demoStage(terminal);
  const { explain, show } = stage;
  const dk = (...args: readonly string[]): Promise<string> => stage.dk(folder, ...args);

  explain(
    'Dreamkeeper keeps the memory of an agent in plain files under git, its home. The to-do list in it is plan.org:',
  );
  await dk('init', '--agent', 'waldo');
  const memory = () => memoryRead({ cwd: folder, env: demoEnv() });
  put(folder, { ...demoBefore, ...demoEarlier, [(await memory()).path]: demoMemory });
  await stage.plan(folder);
  show(await dk('board'));

  explain('The agent works. Dreamkeeper records what it really does: each tool call is one private line.');
  const recorder = await record({ cwd: folder, env: demoEnv() }, { run: 'day' });
  for (const event of demoDay) await live(stage, folder, event, recorder);
  show(await dk('steps'));

  explain(
    'It keeps a fact for later, and asks for it again and again. In MEMORY.md, which is its own, two lines say the same:',
  );
  await dk('remember', 'the pricing page promises nothing about offline');
  for (const question of ['what may the pricing page promise', 'do we promise offline', 'which page is about pricing'])
    await dk('recall', question);
  await dk('memory', 'whose', 'agent');
  show((await memory()).text ?? '');

  explain(
    'The agent stops in the middle of a page, and sleeps. One night, one commit: what was asked for often is promoted, what happened becomes observations, memory is put in order, and a journal entry is written. No model is asked.',
  );
  await dk('sleep', '--only', 'sweep,consolidate,curate,dream');
  show(withoutDrawer(await dk('journal')));

  explain('`dk wake` changes the to-do list as suggested, once. The next session has only this to read:');
  const first = await dk('wake');
  show(first);
  explain('The to-do list afterwards: one word of one line is different, in a commit of its own.');
  show(await dk('board'));

  explain('Somebody edits a page that the check had looked at. `dk wake` no longer relies on that check:');
  put(folder, { 'pages/pricing.md': '# Pricing\n\nFree, and a little more.\n' });
  const known = new Set(first.split('\n'));
  show(
    (await dk('wake'))
      .split('\n')
      .filter((line) => !known.has(line) && !line.startsWith('Good morning') && !line.includes('others-'))
      .join('\n'),
  );

  explain('In the morning you ask what the night did. `dk report --html` makes a page of it:');
  show(await dk('report'));

  explain(
    'You do not like it? One command takes the whole night back, byte for byte, and another one puts it there again:',
  );
  show(await dk('undo', 'last'));
  show((await memory()).text ?? '');
  await dk('undo', 'last', '--redo');

  await liveCadence(stage, around);

  terminal.say();
  terminal.say(`It is all still there: ${folder} (and the kept one beside it)`);
  terminal.say('Look at it with:  git log --stat  ·  cat plan.org rem/*.org');
  const dkHere = process.argv[1]?.endsWith('.ts') === true ? 'npm run dk --' : 'dk';
  terminal.say(
    `From here:        DREAMKEEPER_HOME=${folder} ${dkHere} nights list   (or report, journal, wake --last)`,
  );
  terminal.say('In your project:  dk install claude   (or, for another agent: dk init)');
}

/** The receipts are for programs; a person reads the dream. */
function withoutDrawer(entry: string): string {
  return entry.replace(/:RECEIPTS:[\s\S]*?:END:\n?/u, '');
}

async function live({ commit }: DemoStage, folder: string, event: DemoEvent, recorder: RunRecorder): Promise<void> {
  if (event.prompt !== undefined) {
    recorder.step({ tool: 'prompt', target: event.prompt });
    // Git counts whole seconds: what is committed in the same one would seem to be there before it was asked for.
    await setTimeout(1000 - (Date.now() % 1000));
  }
  if (event.read !== undefined) recorder.step({ tool: 'read', target: event.read, exit: 0 });
  if (event.edit !== undefined) {
    put(folder, { [event.edit]: event.content ?? '' });
    recorder.step({ tool: 'edit', target: event.edit, exit: 0 });
  }
  if (event.run !== undefined) {
    const [program = '', ...args] = event.run.split(' ');
    const started = Date.now();
    const { exit } = await run(program === 'node' ? process.execPath : program, args, folder, event.exit ?? 0);
    recorder.step({ tool: 'bash', target: event.run, exit, durationMs: Date.now() - started });
  }
  if (event.commit !== undefined) await commit(folder, event.commit);
}

function put(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
