// The pack in the hands of the real Claude Code: nothing in it that the harness has sent, what was said last, and no second pack for a session that goes on.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { until } from '../hooks/harness.ts';
import { project, sandbox } from '../sandbox.ts';
import { session } from './claude.ts';

const flags = ['--allowedTools', 'Bash,Write,Edit,Read'];

/** The texts that a model was sent, as they are. */
function textsIn(asked: string): string[] {
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (typeof value === 'string') found.push(value);
    else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) walk(each);
  };
  for (const line of asked.split('\n')) walk(JSON.parse(line));
  return found;
}

test('what the harness sends is not said twice, last words are there, and a resumed session gets no second pack', async (t) => {
  const box = sandbox(t);
  project(box);
  for (const subject of ['add: the parser', 'mend: the cache'])
    box.git('project', 'commit', '-q', '--allow-empty', '-m', subject);
  box.write('project/by-hand.txt', 'x\n');
  assert.equal(box.dk('project', ['install', 'claude', '--yes']).code, 0);
  const dreams = (): number =>
    existsSync(box.path('project/.dream/rem')) ? readdirSync(box.path('project/.dream/rem')).length : 0;
  const before = dreams();
  const page = box.path('project', 'pages', 'hello.md');
  const id = '7d8f3c52-1f0e-4c1b-9d61-0b8a4e0c9a11';
  const say = 'The cause is a race in the zephyrstore; the lock is still to be written.';
  const first = await session(box, {
    ...{ folder: 'project', prompt: 'find out why the page is empty', flags: [...flags, '--session-id', id] },
    script: [{ call: 'Write', input: { file_path: page, content: '# Hello\n' } }, { say }],
  });
  assert.equal(first.code, 0, first.output);
  await until(() => dreams() > before, 'the night after the first session');

  const second = await session(box, { folder: 'project', prompt: 'go on', flags, script: [{ say: 'hm' }] });
  const texts = textsIn(second.asked);
  const packs = texts.filter((text) => text.includes('Good morning, agent'));
  const pack = packs[0]?.slice(packs[0].indexOf('Good morning, agent')) ?? '';
  const sent = texts.filter((text) => !text.includes('Good morning, agent')).join('\n');
  assert.match(
    pack,
    />\nAsked last[\s\S]*The agent's own last words, [\s\S]*> The cause is a race in the zephyrstore; the lock is still to be written\./u,
  );
  // The harness has said all of this, so it is not worth saying again.
  assert.match(sent, /Current branch: main/u);
  for (const subject of ['add: the parser', 'mend: the cache']) {
    assert.ok(sent.includes(subject));
    assert.ok(!pack.includes(subject), pack);
  }
  assert.match(sent, /\?\? by-hand\.txt/u);
  assert.doesNotMatch(pack, /by-hand\.txt|on branch/u);
  assert.match(pack, /In flight, not committed: `pages\/hello\.md`/u, 'whose it is, no status says');

  const goOn = async (prompt: string): Promise<string> => {
    const { code, asked, output } = await session(box, {
      ...{ folder: 'project', prompt, flags: [...flags, '--resume', id], script: [{ say: 'hm' }] },
    });
    assert.equal(code, 0, output);
    assert.match(asked, /find out why the page is empty/u, 'it is the first session');
    const texts = textsIn(asked.split('\n').at(-1) ?? '');
    assert.equal(texts.filter((text) => text.includes('Good morning, agent')).length, 1, 'the one it had at first');
    return texts.filter((text) => text.includes('Welcome back, agent')).join('\n');
  };
  assert.equal(await goOn('and now?'), '', 'nothing is new');
  // Two equal starts in five seconds are one start that was told twice.
  await new Promise((resolve) => setTimeout(resolve, 6000));
  box.git('project', 'commit', '-q', '--allow-empty', '-m', 'add: by somebody else');
  assert.match(await goOn('and then?'), /Welcome back, agent\. Only what is new since [^\n]*\n1 commit came since\./u);
});
