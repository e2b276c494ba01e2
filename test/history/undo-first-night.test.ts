// The very first night taken back: nothing of the journal stays but what says that it was there.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { homeIn, sandbox } from '../sandbox.ts';

test('no list of dreams is left when the only dream is taken back; it is there again when that is put back', (t) => {
  const box = sandbox(t);
  homeIn(box);
  box.write('home/src/a.ts', 'a\n');
  const manifest = box.path('home/rem/manifest.json');
  const dk = (...words: string[]): void => {
    const { code, stderr } = box.dk('home', words);
    assert.equal(code, 0, stderr);
  };
  assert.ok(!existsSync(manifest));
  dk('sleep', '--force');
  const before = readFileSync(manifest, 'utf8');
  dk('undo', 'last');
  assert.ok(!existsSync(manifest), 'it would be an empty one');
  dk('undo', 'last', '--redo');
  assert.equal(readFileSync(manifest, 'utf8'), before);
});
