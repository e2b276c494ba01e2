// The part of the store that keeps what was said to an agent until somebody takes it.
import type { DatabaseSync } from 'node:sqlite';
import { atOnce } from './sqlite.ts';
import type { Store, WaitingMessage } from './store-types.ts';

export function messagesIn(database: DatabaseSync): Pick<Store, 'keepMessages' | 'messages' | 'takeMessages'> {
  const messages = (agent: string): WaitingMessage[] =>
    database
      .prepare('SELECT * FROM messages WHERE agent = ? ORDER BY seq')
      .all(agent)
      .map(({ seq, agent: whose, time, sender, text }) => ({
        ...{ seq: Number(seq), agent: String(whose), time: String(time) },
        ...{ from: sender === 'file' ? 'file' : 'said', text: String(text) },
      }));
  return {
    keepMessages: (given, step) =>
      atOnce(database, () => {
        if (step !== undefined) {
          const known = database.prepare('SELECT value FROM memos WHERE name = ?').get(step.name)?.value;
          if ((known === undefined ? undefined : String(known)) !== step.before) return false;
          database
            .prepare(
              'INSERT INTO memos (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
            )
            .run(step.name, step.after);
        }
        const insert = database.prepare('INSERT INTO messages (agent, time, sender, text) VALUES (?, ?, ?, ?)');
        return given.map(({ agent, time, from, text }) => Number(insert.run(agent, time, from, text).lastInsertRowid));
      }),
    messages,
    takeMessages: (agent, upTo = Number.MAX_SAFE_INTEGER) =>
      atOnce(database, () => {
        const taken = messages(agent).filter(({ seq }) => seq <= upTo);
        database.prepare('DELETE FROM messages WHERE agent = ? AND seq <= ?').run(agent, upTo);
        return taken;
      }),
  };
}
