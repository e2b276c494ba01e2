// Memorix, a memory layer for coding agents over MCP, without a model and without an embedder: at night it merges what is alike.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Arm } from '../arm.ts';
import { plainBoard } from '../plain-board.ts';
import { startMcpProgram } from '../programs/mcp-program.ts';
import { topicIn } from '../programs/notes-in.ts';

interface Kept {
  readonly observations: readonly {
    readonly id: number;
    readonly title: string;
    readonly narrative: string;
    readonly status: string;
  }[];
}

export const arm: Arm = {
  name: 'memorix',
  about: 'memorix: each note is stored as a discovery. At night it consolidates, and archives what has expired.',
  needs: ['memorix@1.0.7'],
  open: async ({ folder, packages = '' }) => {
    execFileSync('git', ['init', '-q', folder]);
    const script = join(packages, 'node_modules/memorix/dist/cli/index.js');
    const program = await startMcpProgram(script, { folder, args: ['serve'] });
    const board = plainBoard();
    let session = '';
    const kept = async (): Promise<Kept['observations']> => {
      const told = await program.call('memorix_transfer', { action: 'export', format: 'json' });
      const [, json = '{"observations":[]}'] = /```json\n([\s\S]*)\n```/u.exec(told) ?? [];
      return (JSON.parse(json) as Kept).observations.filter(({ status }) => status === 'active');
    };
    let count = 0;
    // With a key of its own: without one and without an embedder, it takes scores of a search by words for likeness, and throws most notes away.
    const store = (text: string): Promise<string> => {
      count += 1;
      return program.call('memorix_store', {
        topicKey: `note/${count}`,
        ...{ entityName: topicIn(text), type: 'discovery', title: text.slice(0, 100), narrative: text, facts: [text] },
      });
    };
    const remove = async (text: string): Promise<void> => {
      const ids = (await kept()).filter(({ narrative }) => narrative === text).map(({ id }) => id);
      if (ids.length > 0) await program.call('memorix_resolve', { ids, status: 'archived' });
    };
    return {
      write: async (event) => {
        board.write(event);
        program.setClock(event.at);
        if (event.kind === 'session' && event.phase === 'start') {
          session = event.session;
          await program.call('memorix_session_start', { sessionId: session, agent: 'waldo' });
        }
        if (event.kind === 'note') await store(event.text);
        if (event.kind === 'edit' || event.kind === 'forget') await remove(event.was);
        if (event.kind === 'edit') await store(event.text);
        if (event.kind === 'said')
          await program.call('memorix_session_end', { sessionId: session, summary: event.text });
      },
      sleep: async (at) => {
        program.setClock(at);
        await program.call('memorix_consolidate', { action: 'execute' });
        await program.call('memorix_retention', { action: 'archive' });
        const lines = (await kept()).flatMap(({ narrative }) => narrative.split('\n'));
        const memory = lines
          .filter((line) => line.trim() !== '')
          .map((line) => line.replace(/^\[Consolidated from .*?\] /u, ''));
        return { memory, spent: { calls: 0, tokens: 0 } };
      },
      wake: async (at) => {
        program.setClock(at);
        const told = await program.call('memorix_session_start', { sessionId: `morning ${at}`, agent: 'waldo' });
        return [...board.lines(), told].join('\n');
      },
      ask: async (question) => {
        const table = await program.call('memorix_search', { query: question, limit: 5 });
        const ids = [...table.matchAll(/^\| obs:(\d+) \|/gmu)].map(([, id]) => Number(id));
        if (ids.length === 0) return [];
        const found = new Map((await kept()).map((each) => [each.id, each.narrative]));
        return ids.flatMap((id) => found.get(id) ?? []);
      },
      close: () => program.close(),
    };
  },
};
