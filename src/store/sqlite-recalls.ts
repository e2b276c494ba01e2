// The part of the store that knows which memories were asked for.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { atOnce } from './sqlite.ts';
import { keptRecallDays, keptRecalls, type RecallEvent, type Store } from './store-types.ts';

export function recallsIn(
  database: DatabaseSync,
): Pick<Store, 'keepRecalls' | 'recalls' | 'lastRecalled' | 'pruneRecalls' | 'dropRecalls'> {
  return {
    keepRecalls: (events, now, { days = keptRecallDays, most = keptRecalls } = {}) =>
      atOnce(database, () => {
        const insert = database.prepare(
          'INSERT INTO recalls (memory, asked, query, score, time, agent, session) VALUES (?, ?, ?, ?, ?, ?, ?)',
        );
        let last = 0;
        for (const { memory, asked, query, score, time, agent, session } of events)
          last = Number(insert.run(memory, asked, query, score, time, agent, session).lastInsertRowid);
        database.prepare('DELETE FROM recalls WHERE seq <= ?').run(last - most);
        const oldest = new Date(Date.parse(now) - days * 24 * 60 * 60 * 1000).toISOString();
        database.prepare('DELETE FROM recalls WHERE time < ?').run(oldest);
      }),
    recalls: (memory) =>
      lazily(() =>
        memory === undefined
          ? database.prepare('SELECT * FROM recalls ORDER BY seq').iterate()
          : database.prepare('SELECT * FROM recalls WHERE memory = ? ORDER BY seq').iterate(memory),
      ),
    lastRecalled: (most) => {
      const rows = database.prepare('SELECT memory FROM recalls ORDER BY time DESC, seq LIMIT ?').all(most);
      return [...new Set(rows.map(({ memory }) => String(memory)))];
    },
    pruneRecalls: (before) => {
      database.prepare('DELETE FROM recalls WHERE time < ?').run(before);
    },
    dropRecalls: (memory) => {
      if (memory === undefined) database.prepare('DELETE FROM recalls').run();
      else database.prepare('DELETE FROM recalls WHERE memory = ?').run(memory);
    },
  };
}

/** Never all at once: there may be as many as are kept. The table is strict, so a row is what it says; a plain object, because there may be a million. */
function* lazily(rows: () => Iterable<Record<string, SQLOutputValue>>): Generator<RecallEvent> {
  for (const row of rows()) {
    const { memory, asked, query, score, time, agent, session } = row as unknown as RecallEvent;
    yield { memory, asked, query, score, time, agent, session };
  }
}
