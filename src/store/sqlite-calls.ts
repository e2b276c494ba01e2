// The part of the store that counts what models were asked, and what else is worth a word.
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { atOnce } from './sqlite.ts';
import { type KeptCall, keptCalls, type Store } from './store-types.ts';

type Row = Record<string, SQLOutputValue>;

export function callsIn(
  database: DatabaseSync,
): Pick<Store, 'beginCall' | 'endCall' | 'callsOn' | 'newestCalls' | 'setMemo' | 'memo'> {
  // By the day it counts for, and by the day its own time says: a clock that goes back and forth lifts no limit.
  const onDay = (now: string): KeptCall[] => {
    const today = now.slice(0, 10);
    return database
      .prepare('SELECT * FROM calls WHERE day >= ? OR substr(time, 1, 10) = ? ORDER BY seq')
      .all(today, today)
      .map(callOf);
  };
  return {
    beginCall: (now, plan) =>
      atOnce(database, () => {
        const call = plan(onDay(now));
        if (call === undefined) return undefined;
        // What was counted as of today, though its time is to come, is over with today: or a clock far ahead would starve everybody.
        const today = now.slice(0, 10);
        database.prepare('UPDATE calls SET day = ? WHERE day > ?').run(today, today);
        const { night, act, provider, model, time, input, output, bytes, milliseconds, usd } = call;
        const { lastInsertRowid } = database
          .prepare(
            `INSERT INTO calls (night, act, provider, model, time, day, input, output, bytes, milliseconds, usd)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          )
          .run(night, act, provider, model, time, time.slice(0, 10), input, output, bytes, milliseconds, usd);
        database.prepare('DELETE FROM calls WHERE seq <= ?').run(Number(lastInsertRowid) - keptCalls);
        return Number(lastInsertRowid);
      }),
    endCall: (seq, outcome, { input, output, bytes, milliseconds, usd }) => {
      database
        .prepare(
          'UPDATE calls SET outcome = ?, input = ?, output = ?, bytes = ?, milliseconds = ?, usd = ? WHERE seq = ?',
        )
        .run(outcome, input, output, bytes, milliseconds, usd, seq);
    },
    callsOn: onDay,
    newestCalls: (most) => database.prepare('SELECT * FROM calls ORDER BY seq DESC LIMIT ?').all(most).map(callOf),
    setMemo: (name, value) => {
      if (value === undefined) database.prepare('DELETE FROM memos WHERE name = ?').run(name);
      else
        database
          .prepare(
            'INSERT INTO memos (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
          )
          .run(name, value);
    },
    memo: (name) => {
      const value = database.prepare('SELECT value FROM memos WHERE name = ?').get(name)?.value;
      return typeof value === 'string' ? value : undefined;
    },
  };
}

function callOf(row: Row): KeptCall {
  const [text, number] = [(name: string) => String(row[name] ?? ''), (name: string) => Number(row[name] ?? 0)];
  return {
    seq: number('seq'),
    night: text('night'),
    act: text('act'),
    provider: text('provider'),
    model: text('model'),
    time: text('time'),
    outcome: text('outcome'),
    input: number('input'),
    output: number('output'),
    bytes: number('bytes'),
    milliseconds: number('milliseconds'),
    usd: typeof row.usd === 'number' ? row.usd : null,
  };
}
