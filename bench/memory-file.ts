// An arm of SleepBench whose agent keeps its notes in MEMORY.md itself, which it was told is its own: there a curation has all of them to put in order.
// npm run bench:sleepbench -- --arm no-sleep --arm ./bench/memory-file.ts --settings file.json
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { redactSecrets } from '../src/secrets/secrets.ts';
import * as verbs from '../src/verbs/verbs.ts';
import type { Arm } from './sleepbench/arm.ts';
import { newHappen } from './sleepbench/ours/happen.ts';
import { makePlace, put } from './sleepbench/ours/place.ts';

export const arm: Arm = {
  name: 'MEMORY.md',
  about: 'Dreamkeeper by its own rules, where the agent writes into MEMORY.md and not into notes.',
  open: async ({ folder, seed, settings }) => {
    const { yaml = '', acts = [] } = settings as { readonly yaml?: string; readonly acts?: readonly string[] };
    const place = await makePlace({ folder, seed, yaml, operator: '', isRealGit: false });
    const { at, home } = place;
    const happen = newHappen(place);
    const path = join(home.home, 'MEMORY.md');
    const memory = (): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');
    return {
      write: async (event) => {
        if (event.kind !== 'note' || event.keep !== 'normal') return happen(event);
        place.setClock(event.at);
        // What has a credential in it the agent is told not to keep.
        if (redactSecrets(event.text) === event.text)
          put(path, `${memory() === '' ? '# MEMORY.md\n\n' : memory()}- ${event.text}\n`);
      },
      sleep: async (time) => {
        place.setClock(time);
        if (memory() !== '') await verbs.memoryWhose(at, { whose: 'agent' });
        const { tokens, calls } = await verbs.sleep(at, { only: acts });
        const other = ['notes', '.self'].flatMap((name) => filesBelow(join(home.home, name)));
        const lines = [memory(), ...other.map((each) => readFileSync(each, 'utf8'))].join('\n').split('\n');
        const said = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'));
        return {
          memory: said.map((line) => line.replace(/^\s*[-*] /u, '')),
          spent: { calls, tokens: tokens.input + tokens.output },
        };
      },
      wake: async (time) => {
        place.setClock(time);
        place.setSession('morning');
        return (await verbs.wake(at)).pack;
      },
      ask: async (question, time) => {
        place.setClock(time);
        return (await verbs.recall(at, { question })).hits.map(({ snippet }) => snippet);
      },
    };
  },
};

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.md'))
        .map((name) => join(folder, name))
    : [];
