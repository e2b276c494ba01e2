// What must be true of whatever came of an answer, read from the bytes that would be committed.
import assert from 'node:assert/strict';
import { applyVerdicts, matchAmong, parseBoard, parseVerdicts, tasksOf, titlesOf } from '../../src/board/board.ts';
import type { Dreamt } from '../../src/dream/dream.ts';
import { carryOf, type Facts, namesOf, sizedName } from '../../src/facts/facts.ts';
import { headings, parseEntry, printEntry } from '../../src/journal/journal.ts';

const hidden =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]|[\u{E0000}-\u{E007F}]/u;

/** An entry as it would be written: six headings, our header, our drawer, nothing that reads as something else. */
export function assertSoundBytes(text: string): void {
  const lines = text.split('\n');
  assert.deepEqual(
    lines.filter((line) => /^\*+(?:\s|$)/u.test(line)),
    headings.map((name) => `* ${name}`),
  );
  assert.ok(!hidden.test(text.replaceAll('\n', '')), 'a hidden character');
  assert.ok(text.isWellFormed());
  const header = lines.slice(0, lines.indexOf(''));
  for (const line of header) assert.match(line, /^#\+(?:TITLE|MODEL|DREAM|AGENT|PROJECT): /u);
  const body = lines.slice(header.length);
  assert.deepEqual(
    body.filter((line) => /^\s*#/u.test(line)),
    [],
  );
  const drawers = body.flatMap((line, at) => (/^\s*:/u.test(line) ? [{ line, at }] : []));
  if (drawers.length > 0) {
    assert.deepEqual(
      drawers.map(({ line }) => line),
      [':RECEIPTS:', ':END:'],
    );
    assert.ok((drawers[0]?.at ?? 0) > body.indexOf('* carry'));
  }
  assert.deepEqual(
    body.filter((line) => /^\s*(?:\||`{3}|~{3})/u.test(line)),
    [],
  );
}

/** The sentences a carry may have, besides the one the facts make by themselves. */
function hostSentences(facts: Facts): ReadonlySet<string> {
  const titles =
    facts.board === undefined ? [] : tasksOf(facts.board).filter(({ isDone, isProtected }) => !isDone && !isProtected);
  const files = namesOf(facts.inFlight);
  const sized = facts.inFlight.map((path) =>
    sizedName(path, { path: (each) => namesOf([each]).join('') }, facts.sizes),
  );
  return new Set([
    ...[...files, ...sized].map((file) => `finish and commit ${file}`),
    ...titles.flatMap(({ title, state }) =>
      ['', ...files.map((file) => ` in ${file}`)].map(
        (where) => `${['DOING', 'STARTED'].includes(state) ? 'go on with' : 'start'} "${title}"${where}`,
      ),
    ),
  ]);
}

/** All of it, for any dream of these facts: bytes, verdicts, carry, and what the verdicts would do to the board. */
export function soundnessOf(facts: Facts): (dreamt: Dreamt) => void {
  const { board } = facts;
  assert.ok(board !== undefined);
  const titles = titlesOf(board);
  const sentences = hostSentences(facts);
  const { next: nextByRules, midFlight: files, moreMidFlight: more, ...byRules } = carryOf(facts);

  return ({ entry, verdicts }) => {
    const text = printEntry(entry);
    assertSoundBytes(text);
    const read = parseEntry(Buffer.from(text));
    assert.ok(read.kind === 'dream');
    assert.deepEqual(read.entry, entry);
    assert.equal(printEntry(read.entry), text);

    // Names of files may be left out and counted; anything else is as the facts have it.
    const { next, midFlight, moreMidFlight, ...carry } = entry.carry;
    assert.deepEqual(carry, byRules);
    assert.ok(midFlight.every((path) => facts.inFlight.includes(path)));
    assert.equal(midFlight.length + moreMidFlight, files.length + more);
    const isHosts = next === nextByRules || (next !== null && sentences.has(next));
    assert.ok(isHosts, `"${next}" is no sentence of the host`);

    assert.ok(verdicts.length >= 1 && verdicts.length <= 20);
    assert.deepEqual(
      verdicts.map(({ line }) => line),
      entry.verdicts,
    );
    const parsed = parseVerdicts(entry.verdicts.map((line) => `- ${line}`).join('\n'));
    assert.equal(parsed.length, verdicts.length);
    for (const [index, verdict] of parsed.entries()) {
      const given = verdicts[index];
      assert.notEqual(verdict.verb, 'unknown', verdict.line);
      if (verdict.verb === 'keep course') {
        assert.equal(given?.task, null);
        continue;
      }
      const match = matchAmong(titles, verdict.rest);
      assert.equal(given?.task ?? undefined, match.kind === 'found' ? match.task.title : undefined, verdict.line);
      assert.equal(given?.from ?? undefined, match.kind === 'found' ? match.task.state : undefined, verdict.line);
    }
    assertLegalMoves(
      board.bytes,
      applyVerdicts(board, parsed, { titles }).bytes,
      verdicts.flatMap(({ task }) => task ?? []),
    );
  };
}

/** Two versions of a board: the same lines, but for the keyword (and the reason of a cancelled one) of tasks that are named. */
export function assertLegalMoves(before: Uint8Array, after: Uint8Array, named: readonly string[]): void {
  if (Buffer.compare(before, after) === 0) return;
  const [was, is] = [before, after].map((bytes) => Buffer.from(bytes).toString('utf8').split('\n')) as [
    string[],
    string[],
  ];
  assert.equal(is.length, was.length);
  const tasks = new Map(tasksOf(parseBoard(before)).map((task) => [task.line - 1, task]));
  const moves: readonly (readonly [string, string])[] = [
    ...[['TODO', 'NEXT'] as const, ['NEXT', 'TODO'] as const, ['DOING', 'TODO'] as const],
    ...['TODO', 'NEXT', 'DOING', 'WAITING'].map((state) => [state, 'CANCELLED'] as const),
  ];
  for (const [at, line] of was.entries()) {
    if (is[at] === line) continue;
    const task = tasks.get(at);
    assert.ok(task !== undefined && named.includes(task.title), `a line nobody named changed: ${line}`);
    assert.ok(!task.isProtected && !task.isDone, line);
    const isLegal = moves.some(([from, to]) => {
      if (task.state !== from) return false;
      const moved = line.replace(` ${from} `, () => ` ${to} `);
      // The reason goes behind the title, before the tags.
      return to === 'CANCELLED'
        ? is[at]?.startsWith(moved.replace(/ +:\S+:$/u, '')) === true && is[at].includes(' — ')
        : is[at] === moved;
    });
    assert.ok(isLegal, `${line} became ${is[at]}`);
  }
}
