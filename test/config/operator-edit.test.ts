// The operator's settings edited: what stands there stays, and what comes out can be read.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseOperatorSettings, presets, sourceNamed, withModel } from '../../src/config/config.ts';

const read = (bytes: Uint8Array): ReturnType<typeof parseOperatorSettings> =>
  parseOperatorSettings(bytes, 'config.yaml');

test('every known name can be set up, chosen, and means something', () => {
  for (const [name, preset] of Object.entries(presets)) {
    const chosen = preset.argv === undefined ? `${name}/${preset.model ?? 'some-model'}` : name;
    const setUp = {
      name,
      ...(preset.provider === undefined ? {} : { provider: preset.provider }),
      ...(preset.argv === undefined ? {} : { argv: preset.argv }),
    };
    const bytes = withModel(undefined, 'config.yaml', { setUp, chosen, tier: 'dreaming' });
    const settings = read(bytes);
    assert.equal(settings.model?.dreaming, chosen);
    assert.equal(typeof sourceNamed(chosen, settings), 'object', name);
    assert.doesNotMatch(Buffer.from(bytes).toString(), /sk-/u);
  }
});

test('comments, order and everything else stay; twice is once', () => {
  const before =
    '# mine\nformat: 1\nbudget: # careful\n  usd_per_day: 0.5\nproviders:\n  a: {url: "http://127.0.0.1:1/v1"} # home\n';
  const wish = { chosen: 'a/m', tier: 'daydream' } as const;
  const once = withModel(Buffer.from(before), 'config.yaml', wish);
  const text = Buffer.from(once).toString();
  for (const kept of ['# mine', '# careful', 'usd_per_day: 0.5', '# home']) assert.ok(text.includes(kept), kept);
  assert.deepEqual(read(once).model, { acts: { daydream: 'a/m' } });
  assert.deepEqual(Buffer.from(withModel(once, 'config.yaml', wish)).toString(), text);
});

test('a file that is not in order is not touched', () => {
  for (const text of ['providers: 3\n', 'a: [\n', 'unknown: 1\n', 'model:\n  dreaming: 7\n'])
    assert.throws(() => withModel(Buffer.from(text), 'config.yaml', { chosen: 'builtin', tier: 'dreaming' }), {
      name: 'DreamkeeperError',
    });
});
