// `agent.org`: what it says is what an agent gets, and one that says nothing still has a prompt.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentIn } from '../../src/config/config.ts';

const whole = `#+TITLE: who works here

* keeper :agent:
:PROPERTIES:
:ID: keeper-1
:MODEL: acme/large
:TOOLKITS: files board git
:TERRITORY: src/** docs/, ./README.md
:EXEC: yes
:END:

** Notes
not this
** System prompt
You keep the house.
*** Style
Plain words.
**** Deeper
still in
** After
not this either
* other :agent:exec:
:PROPERTIES:
:MODEL: acme/small
:END:
** system PROMPT
You are the other.
`;

test('a whole definition', () => {
  assert.deepEqual(agentIn(whole, 'keeper'), {
    name: 'keeper',
    prompt: 'You keep the house.\n*** Style\nPlain words.\n**** Deeper\nstill in',
    isUsual: false,
    model: 'acme/large',
    toolkits: ['files', 'board', 'git'],
    unknown: [],
    territory: ['src/', 'docs/', 'README.md'],
    mayExec: true,
  });
});

test('of several the one of this name, else the first', () => {
  const other = agentIn(whole, 'other');
  assert.deepEqual([other.prompt, other.model, other.mayExec], ['You are the other.', 'acme/small', true]);
  assert.deepEqual(other.toolkits, ['files', 'board', 'memory']);
  assert.equal(agentIn(whole, 'somebody').model, 'acme/large');
});

test('the same with Windows line ends and a byte order mark', () => {
  assert.deepEqual(agentIn(`\uFEFF${whole.replaceAll('\n', '\r\n')}`, 'keeper'), agentIn(whole, 'keeper'));
});

test('never without a prompt', () => {
  for (const text of ['', '* notes\nhello\n', '* a :agent:\n', '* a :agent:\n** System prompt\n\n', ':END:\n  \n'])
    assert.match(agentIn(text, 'a').prompt, /^You are a careful agent/u, JSON.stringify(text));
  const plain = '* a :agent:\n:PROPERTIES:\n:MODEL: m\n:END:\nYou paint.\nSlowly.\n';
  assert.equal(agentIn(plain, 'a').prompt, 'You paint.\nSlowly.');
  assert.equal(agentIn(':PROPERTIES:\n:MODEL: m\n:END:\nYou sing.\n', 'a').prompt, 'You sing.');
});

test('what is not asked for is not given', () => {
  const kits = (said: string): readonly string[] =>
    agentIn(`* a :agent:\n:PROPERTIES:\n:TOOLKITS: ${said}\n:END:\n`, 'a').toolkits;
  assert.deepEqual(kits('memory'), ['memory']);
  assert.deepEqual(kits('GIT, Files'), ['files', 'git']);
  assert.deepEqual(kits('shell'), []);
  assert.deepEqual(agentIn('* a :agent:\n:PROPERTIES:\n:TOOLKITS: shell files\n:END:\n', 'a').unknown, ['shell']);
  for (const exec of ['no', 'maybe', 'yes please', ''])
    assert.equal(agentIn(`* a :agent:\n:PROPERTIES:\n:EXEC: ${exec}\n:END:\n`, 'a').mayExec, false, exec);
});

test('a heading or a property inside a block is text', () => {
  const text = '* a :agent:\n** System prompt\nSay:\n#+begin_example\n* not a heading\n#+end_example\nthen stop\n* b\n';
  assert.match(agentIn(text, 'a').prompt, /\* not a heading\n#\+end_example\nthen stop$/u);
});

test('a territory: files, folders, or everything', () => {
  const of = (said: string): readonly string[] =>
    agentIn(`* a :agent:\n:PROPERTIES:\n:TERRITORY: ${said}\n:END:\n`, 'a').territory;
  assert.deepEqual(of('src/* a/b/**,c.ts ./d/'), ['src/', 'a/b/', 'c.ts', 'd/']);
  for (const all of ['.', './', '**', '*', 'src/ **']) assert.deepEqual(of(all), [], all);
  assert.deepEqual(agentIn('* a :agent:\n', 'a').territory, []);
});
