// The official client, in the protocols of 2025 and 2026, on stdio and HTTP, lists and calls everything, whatever state the home is in.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sandbox } from '../sandbox.ts';
import { isFull } from '../share.ts';
import { type Caller, type Condition, caller, type Protocol, placeIn, toolNames, type Way } from './clients.ts';

const conditions: readonly Condition[] = ['healthy', 'empty', 'damaged', 'missing'];
const ways: readonly (readonly [Protocol, Way])[] = [
  ['v1', 'stdio'],
  ['v2', 'http'],
  ['v2', 'stdio'],
  ['v1', 'http'],
];

/** What each tool is called with, in an order that makes sense on a board. */
const calls: readonly (readonly [name: string, given: Record<string, unknown>])[] = [
  ['remember', { text: 'ports begin at 8000' }],
  ['search', { text: 'where do ports begin' }],
  ['search', { text: '8000', mode: 'literal' }],
  ['log', { count: 5 }],
  ['board', { do: 'add', title: 'mend the garden door' }],
  ['board', {}],
  ['board', { do: 'next' }],
  ['claim', { task: 'mend the garden door' }],
  ['finish', { task: 'mend the garden door', note: 'it closes' }],
  ['file_issue', { title: 'the key sticks' }],
  ['wake', { dryRun: true }],
  ['status', {}],
  ['my_stats', {}],
  ['set_sleep', { seconds: 300 }],
  ['sleep_now', {}],
];
const paths = ['pack', 'carry', 'board', 'memory', 'journal/last'];

for (const [row, condition] of conditions.entries())
  for (const [index, [protocol, way]] of ways.entries()) {
    // Every pair on a healthy home, and one of them on each of the others; every pair on every home in a full run.
    if (!isFull && condition !== 'healthy' && index !== row) continue;
    test(`${condition}, ${protocol} on ${way}`, async (t) => {
      const box = sandbox(t);
      const made = await caller(t, box, placeIn(box, condition), { protocol, way });
      await everything(made, condition);
    });
  }

async function everything({ client, call, read }: Caller, condition: Condition): Promise<void> {
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    toolNames,
  );
  assert.deepEqual(new Set(calls.map(([name]) => name)), new Set(toolNames), 'each is tried below');
  for (const { inputSchema, description, annotations } of tools) {
    assert.equal(inputSchema.additionalProperties, false);
    assert.ok((description ?? '').length > 20 && annotations?.readOnlyHint !== undefined);
  }
  for (const [name, given] of calls) {
    const { text, isError, data } = await call(name, given);
    assert.notEqual(text, '', name);
    assert.doesNotMatch(text, /E_BUG/u, name);
    if (condition === 'healthy' || condition === 'empty') {
      assert.equal(isError, false, `${name}: ${text}`);
      assert.equal(data?.schema, 1, name);
    }
    if (condition === 'missing') {
      assert.equal(isError, true, name);
      assert.match(text, /E_NO_HOME[\s\S]*dk init/u, `${name}: ${text}`);
    }
  }
  const { resources } = await client.listResources();
  assert.deepEqual(
    resources.slice(0, 4).map(({ uri }) => uri),
    ['pack', 'carry', 'board', 'memory'].map((path) => `dreamkeeper://${path}`),
  );
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.equal(resourceTemplates[0]?.uriTemplate, 'dreamkeeper://journal/{night}');
  for (const path of paths) {
    const text = await read(path);
    assert.notEqual(text, '', path);
    if (condition === 'missing') assert.match(text, /E_NO_HOME/u, path);
  }
  await assert.rejects(read('nothing'), /not found|no such|nothing/iu);
  const { prompts } = await client.listPrompts();
  assert.deepEqual(
    prompts.map(({ name }) => name),
    ['orient', 'wrap-up'],
  );
  for (const { name } of prompts) {
    const { messages } = await client.getPrompt({ name });
    const [first] = messages;
    assert.ok(first?.content.type === 'text' && first.content.text.length > 50, name);
  }
  await assert.rejects(call('no_such_tool'), /no tool/u);
}
