// A note that a person put into other words is still found by the words in which it was written down; it comes last, and nothing else does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { project, type Sandbox, sandbox } from '../sandbox.ts';

const json = (box: Sandbox, ...args: string[]) => {
  const ran = box.dk('project', [...args, '--json']);
  assert.equal(ran.code, 0, ran.stderr);
  return JSON.parse(ran.stdout);
};

test('what a note was about widens a question', (t) => {
  const box = sandbox(t);
  project(box);
  box.dk('project', ['init']);
  const { id, path } = json(box, 'remember', 'the quokka database is vulcanised every Sunday at four');
  const asking = (question: string, ...more: string[]) => json(box, 'recall', question, ...more).hits;
  assert.equal(asking('quokka vulcanised').length, 1);
  const file = `project/.dream/${path}`;
  box.write(file, box.read(file).replace('quokka', 'second').replace('vulcanised', 'emptied'));
  const [hit, ...others] = asking('is the quokka vulcanised?');
  assert.deepEqual(
    [hit.memory, hit.path, hit.line, hit.endLine, hit.origin, hit.snippet, others],
    [
      { id, origin: 'person' },
      `.dream/${path}`,
      1,
      1,
      'notes',
      '- the second database is emptied every Sunday at four',
      [],
    ],
  );
  assert.equal(json(box, 'memory', 'show', id).recalled.times, 2);
  box.write('project/q.md', '# Q\n\nA quokka.\n');
  assert.deepEqual(
    asking('is the quokka vulcanised?').map((each: { path: string }) => each.path),
    ['q.md', `.dream/${path}`],
    'what stands in a file comes first',
  );
  assert.equal(asking('is the quokka vulcanised?', '-k', '1').length, 1, 'only where there is room');
  const few = asking('quokka with nine other telling unheard words');
  assert.deepEqual(
    few.map((each: { path: string }) => each.path),
    ['q.md'],
    'one word of many is not enough',
  );
});
