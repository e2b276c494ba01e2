// An arm of SleepBench whose agent keeps its notes in MEMORY.md itself, which the ledger knows as its own: there a curation has all of them to put in order.
// npm run bench:sleepbench -- --arm no-sleep --arm ./bench/memory-file.ts --settings file.json
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeId, ledgerLine, makeChange } from '../src/change/change.ts';
import { rememberedNow } from '../src/facts/facts.ts';
import type { CameToMemory } from '../src/journal/journal.ts';
import { recordOf } from '../src/memory/memory.ts';
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
    const written = new Set<string>();
    const memory = (): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');
    const told = new Set<string>();
    /** The ledger is told of each line on the evening of its day, as it is of what a sweep writes there. */
    const tellWhose = async (): Promise<void> => {
      const { placed } = await rememberedNow(place);
      const come = placed.filter((each) => each.path === 'MEMORY.md' && written.has(each.text) && !told.has(each.text));
      if (come.length === 0) return;
      for (const { text } of come) told.add(text);
      const came = come.map(({ id, sha256, ...each }): CameToMemory => {
        const record = recordOf({ id, sha256, ...each }, placed);
        return { memory: id, sha256, ...record, origin: 'agent' };
      });
      const id = changeId(place.world, 'v');
      const line = {
        ...({ kind: 'review', id, agent: 'waldo', time: place.now().toISOString() } as const),
        ...({ proposal: 'q-aaaaaaaa', wish: 'none', decision: 'approved' } as const),
        memory: { operations: [], frame: [], came, left: [] },
      };
      const files = [ledgerLine(place.world, home, line)];
      await makeChange(place.world, home, { files, subject: 'note: whose', agent: 'waldo', id });
    };
    return {
      write: async (event) => {
        if (event.kind !== 'note' || event.keep !== 'normal') return happen(event);
        place.setClock(event.at);
        // What has a credential in it the agent is told not to keep.
        if (redactSecrets(event.text) !== event.text) return;
        written.add(event.text);
        put(path, `${memory() === '' ? '# MEMORY.md\n\n' : memory()}- ${event.text}\n`);
      },
      sleep: async (time) => {
        place.setClock(time);
        await tellWhose();
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
