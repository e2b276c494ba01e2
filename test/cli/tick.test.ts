// `dk tick` at the edge of sessions, and the first night from what was there before us.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bash, harness } from '../hooks/harness.ts';
import { project, root, sandbox } from '../sandbox.ts';

interface Told {
  readonly receipt: { readonly outcome: string; readonly reason: string; readonly message: string } | null;
  readonly notes: readonly string[];
}

test('sessions are dreamt of when they end, up to six in the time of the gate, and never for nothing', (t) => {
  const box = sandbox(t);
  const agent = harness(box);
  const tick = (...args: readonly string[]): string => {
    const { receipt } = JSON.parse(box.dk(agent.folder, ['tick', '--json', ...args]).stdout) as Told;
    return receipt === null ? 'nobody slept' : `${receipt.outcome} ${receipt.reason}`;
  };
  assert.equal(tick(), 'ran dreamt');
  assert.equal(tick(), 'noop no-news');
  agent.tell({ hook_event_name: 'UserPromptSubmit', prompt: 'only talk' });
  assert.equal(tick('--run', 's1'), 'noop no-news', 'talk is not news');
  for (const round of [2, 3, 4, 5, 6]) {
    agent.tell(bash(`npm run step-${round}`, 0, `c${round}`));
    assert.equal(tick('--run', 's1'), 'ran dreamt', `${round}`);
  }
  agent.tell(bash('npm run once-more', 0, 'c7'));
  assert.equal(tick('--run', 's1'), 'gated interval');
  assert.equal(tick('--run', 's1', '--source', 'compact'), 'nobody slept');
  // By hand the old rule holds: one in the time of the gate.
  assert.match(box.dk(agent.folder, ['sleep']).stdout, /No dream \(interval\)/u);
});

test('the first night takes over what Claude Code kept, so that the next session starts with it', (t) => {
  const box = sandbox(t);
  project(box);
  const folder = box.path('project');
  const slug = folder.replaceAll(/[^A-Za-z0-9]/gu, '-');
  const now = new Date().toISOString();
  const transcript = readFileSync(join(root, 'test', 'agents', 'fixtures', 'transcript-two-tools.jsonl'), 'utf8')
    .replaceAll('/home/user/project', folder)
    .replaceAll('echo oops >&2; exit 3', 'npm test')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, now);
  box.write(join('person', '.claude', 'projects', slug, 'kept.jsonl'), transcript);
  box.write(join('person', '.claude', 'projects', slug, 'other.jsonl'), transcript.replaceAll(folder, `${folder}x`));
  const ran = box.dk('project', ['install', 'claude', '--yes']);
  assert.equal(ran.code, 0, ran.stderr);
  assert.match(ran.stdout, /Took over 3 steps of 1 session\.\nFirst dream, rem\//u);
  assert.match(box.dk('project', ['wake']).stdout, /Next action: make `npm test` pass; it failed with exit 3/u);
  assert.equal(box.git('project', 'status', '--porcelain'), '');
});
