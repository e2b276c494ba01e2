// What goes on in a home besides us: an agent's steps, a person's commits and notes, and what a dreamer would answer.
import { execFile } from 'node:child_process';
import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { printStep, stepRecord } from '../../src/steps/steps.ts';
import { appendLine } from '../../src/telemetry/telemetry.ts';
import { homeIn, project, type Sandbox } from '../sandbox.ts';

export type Shape = 'one' | 'nested';

export const firstTasks: readonly string[] = ['Write the parser', 'Draw the map', 'Mend the boat', 'Learn to sing'];

/** Numbers from a seed, the same ones every time. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A home of each shape to make copies of, with a board and something in its log. */
export function makeTemplates(box: Sandbox): Readonly<Record<Shape, string>> {
  const made = { one: homeIn(box, 'template-one'), nested: project(box, 'template-nested') };
  const init = box.dk(made.nested, ['init']);
  if (init.code !== 0) throw new Error(`dk init: ${init.stderr}`);
  for (const [shape, name] of Object.entries(made)) {
    const home = shape === 'one' ? name : join(name, '.dream');
    const board = box.read(join(home, 'plan.org'));
    const tasks = firstTasks.map((title) => `** TODO ${title}\n`).join('');
    const log = ['a first line', 'a second line', 'a third line'].map((line) => `- ${line}\n`).join('');
    box.write(
      join(home, 'plan.org'),
      board.replace('* board\n', `* board\n${tasks}`).replace('* log\n', `* log\n${log}`),
    );
    // These dreams move what nothing on record speaks for: here it counts that nothing is lost, not whether a move is wise.
    const yaml = join(home, 'dreamkeeper.yaml');
    box.write(yaml, box.read(yaml).replace(/^verdicts: apply$/mu, 'verdicts: always'));
    box.git(home, 'commit', '-q', '-a', '-m', 'the plan');
    box.write(join(name, 'app.js'), 'work();\n');
    box.git(name, 'add', 'app.js');
    box.git(name, 'commit', '-q', '--allow-empty', '-m', 'work');
  }
  return made;
}

export function copyTemplate(
  box: Sandbox,
  templates: Readonly<Record<Shape, string>>,
  shape: Shape,
  name: string,
): void {
  cpSync(box.path(templates[shape]), box.path(name), { recursive: true, preserveTimestamps: true });
}

/** A valid answer that is like no other. */
export function answerOf(night: number, verdicts: readonly string[]): string {
  const words = Array.from({ length: 12 }, (_, index) => `w${(night * 7919 + index * 104_729) % 9973}`);
  const some = (from: number): string => words.slice(from, from + 4).join(' ');
  return [
    ...['* tale', `Of night ${night}: ${words.join(' ')}.`, '* goals', `- see ${some(0)}`, '* blue sky'],
    ...[`- fly to ${some(4)}`, '* fears', `- fall into ${some(8)}`],
    ...['* verdicts', ...verdicts.map((line) => `- ${line}`), '* carry', '- next action: go on', ''],
  ].join('\n');
}

export interface Person {
  /** One tool call of the agent's. */
  step(time: string): void;
  /** Something in the project, committed. In a home that is the project, everything of the person's goes in. */
  commit(time: string): Promise<void>;
  /** The same, but of nothing else than what they wrote now. */
  commitOnly(time: string): Promise<void>;
  /** A line in the board's log, by an editor that knows nothing of us; gives the line. */
  note(): string;
  /** Stages a file of their own in the home's repository, and commits it later. */
  stage(): Promise<string>;
}

const run = promisify(execFile);

export async function gitIn(box: Sandbox, folder: string, args: readonly string[], time?: string): Promise<string> {
  const env = time === undefined ? box.env : { ...box.env, GIT_AUTHOR_DATE: time, GIT_COMMITTER_DATE: time };
  const { stdout } = await run('git', [...args], { cwd: folder, env, maxBuffer: 1 << 28 });
  return stdout;
}

export function personIn(box: Sandbox, project: string, home: string): Person {
  let count = 0;
  return {
    step: (time) => {
      count += 1;
      const report = { tool: 'bash', target: `npm run part-${count}`, exit: count % 3 === 0 ? 1 : 0 };
      const context = { run: 'life', agent: null, seq: count, time: new Date(time), head: null, branch: 'main' };
      appendLine(
        join(home, '_steps.jsonl'),
        printStep(stepRecord(report, context, { sha256: () => '', redact: (text) => text })),
      );
    },
    commit: async (time) => {
      count += 1;
      appendFileSync(join(project, 'app.js'), `work(${count});\n`);
      await gitIn(box, project, ['commit', '-q', '-a', '-m', `work ${count}`], time);
    },
    commitOnly: async (time) => {
      count += 1;
      appendFileSync(join(project, 'app.js'), `work(${count});\n`);
      await gitIn(box, project, ['commit', '-q', '-m', `work ${count}`, '--', 'app.js'], time);
    },
    note: () => {
      count += 1;
      const path = join(home, 'plan.org');
      const line = `- a note of the person's, number ${count}`;
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, `${text}${text.endsWith('\n') ? '' : '\n'}${line}\n`);
      return line;
    },
    stage: async () => {
      count += 1;
      const name = `letter-${count}.txt`;
      writeFileSync(join(home, name), `letter ${count}\n`);
      await gitIn(box, home, ['add', '--', name]);
      return name;
    },
  };
}
