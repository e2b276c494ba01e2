// What happens in a life, done as it is done with Dreamkeeper: files and commits are real, calls are recorded as hooks record them, and memory is written through the verbs or by hand.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DreamkeeperError } from '../../../src/errors/errors.ts';
import { readHead } from '../../../src/home/home.ts';
import { redactSecrets } from '../../../src/secrets/secrets.ts';
import { reportOf } from '../../../src/sessions/sessions.ts';
import {
  heardFile,
  lastWordsName,
  printHeard,
  printLastWords,
  printRunLine,
  type RunEvent,
  shortWords,
} from '../../../src/steps/steps.ts';
import { appendLine, replaceFile } from '../../../src/telemetry/telemetry.ts';
import { remember } from '../../../src/verbs/verbs.ts';
import type { Event } from '../arm.ts';
import { type Place, put } from './place.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const redact = (text: string): string => redactSecrets(text);

export function newHappen(place: Place): (event: Event) => Promise<void> {
  const { home, project, world } = place;
  let [session, calls] = ['before', 0];
  const inHome = (path: string): string => join(home.home, path);
  const step = (report: Parameters<typeof world.lines.step>[1]): void => {
    calls += 1;
    world.lines.step(home, report, {
      ...{ run: session, agent: null, seq: calls, time: place.now() },
      ...readHead(home.project),
    });
  };
  const live = (event: RunEvent, why = ''): void => {
    world.files.makeFolder(home.privateDir, true);
    const { head, branch } = readHead(home.project);
    const line = { v: 1, time: place.now().toISOString(), run: session, event, from: 'claude', why } as const;
    const where = { worktree: null, branch, head, transcript: null, pid: null };
    appendLine(join(home.privateDir, 'runs.jsonl'), printRunLine({ ...line, ...where }));
  };
  const write = (path: string, text: string): void => {
    put(path, text);
    utimesSync(path, place.now(), place.now());
  };
  const memoryFiles = (): string[] => [
    ...['MEMORY.md', '.self/observations.md'].filter((path) => existsSync(inHome(path))),
    ...(existsSync(inHome('notes')) ? readdirSync(inHome('notes')) : []).map((name) => `notes/${name}`),
  ];
  /** A person looks for the line and changes it, or takes it out. What a night wrote in other words is left. */
  const byHand = (was: string, text: string | undefined): void => {
    for (const path of memoryFiles()) {
      const before = readFileSync(inHome(path), 'utf8');
      const lines = before.split('\n').flatMap((line) => {
        // A sweep writes the same words, and behind them what earned it.
        const score = / _\(score=[^)]*\)_$/u.exec(line)?.[0] ?? '';
        const said = line.slice(0, line.length - score.length);
        if (!said.endsWith(was)) return [line];
        return text === undefined ? [] : [said.slice(0, -was.length) + text + score];
      });
      if (lines.join('\n') !== before) write(inHome(path), lines.join('\n'));
    }
  };

  return async (event) => {
    place.setClock(event.at);
    if (event.kind === 'session') {
      if (event.phase === 'start') {
        session = event.session;
        place.setSession(session);
        live('start', 'startup');
      }
      // Whoever is killed tells nobody.
      if (event.phase === 'end') live('end', 'other');
    }
    if (event.kind === 'prompt') {
      live('prompt');
      step(reported({ kind: 'prompt', text: event.text, id: undefined }));
    }
    if (event.kind === 'note') {
      if (event.keep === 'red') redLine(event.text);
      else await keep(event.text, event.keep === 'pinned');
    }
    if (event.kind === 'edit') byHand(event.was, event.text);
    if (event.kind === 'forget') byHand(event.was, undefined);
    if (event.kind === 'step') {
      const { tool, target, exit, output } = event;
      calls += 1;
      const call = `c${calls}`;
      if (exit === null) step({ tool, target, phase: 'start', call });
      else
        step(reported({ kind: 'call', report: { tool, target, exit }, output: tool === 'bash' ? output : undefined }));
    }
    if (event.kind === 'file') write(join(project, event.path), event.text);
    if (event.kind === 'commit') {
      for (const { path, text } of event.files)
        if (!existsSync(join(project, path)) || readFileSync(join(project, path), 'utf8') !== text)
          write(join(project, path), text);
      const git = place.git[event.by];
      git.add(event.files.map(({ path }) => path));
      const message = event.body === '' ? event.subject : `${event.subject}\n\n${event.body}`;
      git.commit(message, { when: event.at, isEmptyAllowed: true });
    }
    if (event.kind === 'task') board(event.title, event.state);
    if (event.kind === 'page') {
      step({ tool: 'webfetch', target: event.url, exit: 0 });
      const line = printHeard(event.text, session, place.now(), sha256);
      if (line !== undefined) appendLine(join(home.privateDir, heardFile(place.now())), line);
    }
    if (event.kind === 'said') {
      const time = place.now().toISOString();
      const text = shortWords(event.text, redact);
      if (text !== '')
        replaceFile(join(home.privateDir, lastWordsName(null, sha256)), printLastWords({ time, run: session, text }));
      live('stop');
    }
  };

  async function keep(text: string, isPinned: boolean): Promise<void> {
    try {
      await remember(place.at, { text, pin: isPinned });
    } catch (error) {
      // It refuses credentials, and says so; the agent goes on without that note.
      if (!(error instanceof DreamkeeperError) || !error.message.includes('credential')) throw error;
    }
  }

  /** What must never be lost is a RED line among the observations, written by the person's hand. */
  function redLine(text: string): void {
    const path = inHome('.self/observations.md');
    const before = existsSync(path) ? readFileSync(path, 'utf8').trimEnd() : '';
    const now = place.now().toISOString();
    const heading = `## ${now.slice(0, 10)}`;
    const isSameDay = before.split('\n').findLast((line) => line.startsWith('## ')) === heading;
    const above = before === '' ? heading : isSameDay ? before : `${before}\n\n${heading}`;
    write(path, `${above}${isSameDay ? '\n' : '\n\n'}RED ${now.slice(11, 16)} ${text}\n`);
  }

  /** The person, or the agent, edits the plan as text. */
  function board(title: string, state: string): void {
    const path = inHome('plan.org');
    const lines = readFileSync(path, 'utf8').split('\n');
    const at = lines.findIndex((line) => line.replace(/^\*+ [A-Z]+ /u, '') === title && line.startsWith('*'));
    const log = lines.findIndex((line) => line.startsWith('* log'));
    if (at === -1) lines.splice(log === -1 ? lines.length : log, 0, `** ${state} ${title}`);
    else lines[at] = (lines[at] ?? '').replace(/^(\*+) [A-Z]+ /u, `$1 ${state} `);
    writeFileSync(path, lines.join('\n'));
    utimesSync(path, place.now(), place.now());
  }
}

type Told = Parameters<typeof reportOf>[0];

function reported(event: Told): NonNullable<ReturnType<typeof reportOf>> {
  const report = reportOf(event);
  if (report === undefined) throw new Error(`${event.kind} is no step`);
  return report;
}
