// Lines of ours that a pull request wrote anew, with all hashes right: they are a break, nothing goes by them, and the doctor brings ours back.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Sandbox, sandbox } from '../sandbox.ts';

type Line = Record<string, unknown> & { verdicts: Record<string, unknown>[] };

/** A nested home with one dream of its own, woken from; then the person moved the task back. */
function place(t: Parameters<typeof sandbox>[0]): Sandbox {
  const box = sandbox(t);
  box.write('p/a.txt', 'a\n');
  box.git('p', 'init', '-q', '-b', 'main');
  box.git('p', 'add', '-A');
  box.git('p', 'commit', '-qm', 'first');
  assert.equal(box.dk('p', ['init']).code, 0);
  for (const title of ['comparison table', 'honest faq']) assert.equal(box.dk('p', ['board', 'add', title]).code, 0);
  box.write('p/comparison-table.md', 'x\n');
  assert.equal(box.dk('p', ['sleep']).code, 0);
  assert.match(box.dk('p', ['wake']).stdout, /"comparison table": TODO → NEXT/u);
  return box;
}

/** Changes lines and hashes the rest anew, as somebody who knows the format would; committed as a pull request brings it. */
function rewritten(box: Sandbox, change: (lines: Line[]) => void): void {
  const path = box.path('p/.dream/rem/ledger.jsonl');
  const lines = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  change(lines);
  let prev: unknown = null;
  const printed = lines.map(({ hash: _, ...line }) => {
    const body = JSON.stringify({ ...line, prev });
    prev = createHash('sha256').update(body).digest('hex');
    return `${body.slice(0, -1)},"hash":"${prev}"}`;
  });
  writeFileSync(path, `${printed.join('\n')}\n`);
  box.git('p/.dream', 'commit', '-qam', 'tidy up');
}

const attacks: readonly (readonly [what: string, change: (lines: Line[]) => void])[] = [
  [
    'a verdict that was carried out is called refused',
    ([, wake]) => Object.assign(wake?.verdicts[0] ?? {}, { result: 'refused' }),
  ],
  ['the night says that it saw more than it did', ([night]) => Object.assign(night ?? {}, { head: 'f'.repeat(40) })],
  [
    'the wake says that it moved what it did not',
    ([, wake]) => wake?.verdicts.push({ ...wake.verdicts[0], task: 'honest faq', to: 'DONE' }),
  ],
  ['the night has another model', ([night]) => Object.assign(night ?? {}, { model: 'x' })],
];

for (const [at, [what, change]] of attacks.entries())
  test(`${what}: a break, and nobody goes by it`, (t) => {
    const box = place(t);
    assert.equal(box.dk('p', ['board', 'move', 'comparison table', 'TODO']).code, 0);
    assert.equal(box.dk('p', ['board', 'move', 'honest faq', 'DONE']).code, 0);
    const board = box.read('p/.dream/plan.org');
    const before = box.read('p/.dream/rem/ledger.jsonl');
    rewritten(box, change);
    assert.notEqual(box.read('p/.dream/rem/ledger.jsonl'), before);
    assert.doesNotMatch(box.dk('p', ['wake']).stdout, /moved the board/u);
    assert.equal(box.dk('p', ['undo', 'last']).code, 14);
    assert.equal(box.read('p/.dream/plan.org'), board, "the person's word stands");
    assert.equal(box.dk('p', ['nights', 'verify']).code, 14);
    if (at > 0) return;
    assert.notEqual(box.dk('p', ['sleep', '--force']).code, 0);
    assert.match(box.dk('p', ['doctor']).stdout, /is not as this machine wrote it/u);
    box.dk('p', ['doctor', '--fix']);
    assert.equal(box.dk('p', ['nights', 'verify']).code, 0, box.dk('p', ['nights', 'verify']).stdout);
    assert.ok(box.read('p/.dream/rem/ledger.jsonl').startsWith(before));
    assert.doesNotMatch(box.dk('p', ['wake']).stdout, /moved the board/u);
  });
