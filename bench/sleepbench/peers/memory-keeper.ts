// MCP Memory Keeper: context items in SQLite, with priorities, a checkpoint before each compaction, and a search of its own.
import { join } from 'node:path';
import type { Arm } from '../arm.ts';
import { plainBoard } from '../plain-board.ts';
import { startMcpProgram } from '../programs/mcp-program.ts';

interface Items {
  readonly items?: readonly { readonly key: string; readonly value: string; readonly category: string }[];
}

export const arm: Arm = {
  name: 'memory-keeper',
  about: 'mcp-memory-keeper: each note is an item, dear ones with high priority. At night it prepares a compaction.',
  needs: ['mcp-memory-keeper@0.14.1'],
  open: async ({ folder, packages = '' }) => {
    const script = join(packages, 'node_modules/mcp-memory-keeper/dist/index.js');
    const program = await startMcpProgram(script, { folder, env: { DATA_DIR: folder } });
    await program.call('context_session_start', { name: 'life' });
    const board = plainBoard();
    const keys = new Map<string, string>();
    let count = 0;
    const save = async (value: string, isDear: boolean): Promise<void> => {
      count += 1;
      const key = `note-${count}`;
      keys.set(value, key);
      const priority = isDear ? 'high' : 'normal';
      await program.call('context_save', { key, value, category: 'note', priority });
    };
    const remove = async (value: string): Promise<void> => {
      const key = keys.get(value);
      if (key !== undefined) await program.call('context_batch_delete', { keys: [key] });
    };
    const memory = async (): Promise<string[]> => {
      const { items = [] }: Items = JSON.parse(await program.call('context_get', { limit: 10_000, category: 'note' }));
      return items.map(({ value }) => value);
    };
    return {
      write: async (event) => {
        board.write(event);
        program.setClock(event.at);
        if (event.kind === 'note') await save(event.text, event.keep !== 'normal');
        if (event.kind === 'edit' || event.kind === 'forget') await remove(event.was);
        if (event.kind === 'edit') await save(event.text, event.keep !== 'normal');
      },
      sleep: async (at) => {
        program.setClock(at);
        await program.call('context_prepare_compaction');
        return { memory: await memory(), spent: { calls: 0, tokens: 0 } };
      },
      wake: async (at) => {
        program.setClock(at);
        return [...board.lines(), await program.call('context_summarize', { maxLength: 4000 })].join('\n');
      },
      ask: async (question) => {
        const told = await program.call('context_semantic_search', { query: question, topK: 5, minSimilarity: 0 });
        return told.split('\n').filter((line) => line.trim() !== '');
      },
      close: () => program.close(),
    };
  },
};
