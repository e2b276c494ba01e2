// The knowledge graph that comes with the Model Context Protocol: entities with observations in one file, searched by the letters of a word.
import { join } from 'node:path';
import type { Arm } from '../arm.ts';
import { packOf, plainBoard } from '../plain-board.ts';
import { startMcpProgram } from '../programs/mcp-program.ts';
import { topicIn, wordsAsked } from '../programs/notes-in.ts';

interface Graph {
  readonly entities: readonly { readonly name: string; readonly observations: readonly string[] }[];
}

export const arm: Arm = {
  name: 'server-memory',
  about: '@modelcontextprotocol/server-memory: each note is an observation of the thing it is about. It has no sleep.',
  needs: ['@modelcontextprotocol/server-memory@2026.8.31'],
  open: async ({ folder, packages = '' }) => {
    const script = join(packages, 'node_modules/@modelcontextprotocol/server-memory/dist/index.js');
    const program = await startMcpProgram(script, { folder, env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') } });
    const board = plainBoard();
    const graph = async (tool: string, given = {}): Promise<Graph> => JSON.parse(await program.call(tool, given));
    const add = async (text: string): Promise<void> => {
      const name = topicIn(text);
      await program.call('create_entities', { entities: [{ name, entityType: 'topic', observations: [] }] });
      await program.call('add_observations', { observations: [{ entityName: name, contents: [text] }] });
    };
    const remove = (text: string): Promise<string> =>
      program.call('delete_observations', { deletions: [{ entityName: topicIn(text), observations: [text] }] });
    const memory = async (): Promise<string[]> =>
      (await graph('read_graph')).entities.flatMap(({ observations }) => observations);
    return {
      write: async (event) => {
        board.write(event);
        program.setClock(event.at);
        if (event.kind === 'note') await add(event.text);
        if (event.kind === 'edit' || event.kind === 'forget') await remove(event.was);
        if (event.kind === 'edit') await add(event.text);
      },
      sleep: async () => ({ memory: await memory(), spent: { calls: 0, tokens: 0 } }),
      // It is read as a whole when a session begins; what stands at its end is newest.
      wake: async () => packOf(board.lines(), await memory()),
      // It finds letters, not sentences: an agent asks it word by word.
      ask: async (question) => {
        const counts = new Map<string, number>();
        for (const word of wordsAsked(question))
          for (const { observations } of (await graph('search_nodes', { query: word })).entities)
            for (const each of observations)
              counts.set(each, (counts.get(each) ?? 0) + (each.toLowerCase().includes(word) ? 1 : 0));
        return [...counts].toSorted(([, one], [, other]) => other - one).map(([line]) => line);
      },
      close: () => program.close(),
    };
  },
};
