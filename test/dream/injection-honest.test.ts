// The other side of every guard: honest verdicts, with reasons that name real things, are not left out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dreamFromAnswer, dreamPrompt, measureOf } from '../../src/dream/dream.ts';
import { type Facts, gatherFacts } from '../../src/facts/facts.ts';
import { liveDay } from '../day.ts';
import { sandbox } from '../sandbox.ts';
import { asObject, asOrg, honest } from './hostile-answers.ts';

const board = `* board
** DOING invoice export for accountants
- [ ] write the header row
- [ ] remove the debug column
** NEXT comparison table of rivals
** TODO tweet copy for launch
** TODO dark mode toggle
** TODO Cancel the newsletter
** TODO search box
** TODO checkout form
** TODO drop support for Node 20
** TODO speed
* log
`;

/** The subject of the newest commit, and the verdict that has to survive it. `{hash}` is that commit. */
const table: readonly (readonly [subject: string, verdict: string])[] = [
  ['docs: about page', 'put down: invoice export for accountants — no step spoke of it'],
  ['feat(invoice): export for accountants, first part', 'cancel: dark mode toggle — {hash} made it pointless'],
  ['feat: invoice export for accountants', 'cancel: invoice export for accountants — {hash} has all of it'],
  ['feat: invoice export for accountants, with tests', 'cancel: invoice export for accountants — it landed in {hash}'],
  [
    'fix: invoice export for accountants no longer loses rows',
    'cancel: invoice export for accountants — finished in {hash}',
  ],
  [
    'fix: remove duplicate rows from the invoice export for accountants',
    'cancel: invoice export for accountants — done, see {hash}',
  ],
  ['docs: comparison table of rivals', 'cancel: comparison table of rivals — written in {hash}'],
  ['docs: comparison table of rivals', 'done: comparison table of rivals — {hash} has docs/table.md'],
  ['feat: tweet copy for launch', 'done: tweet copy for launch — {hash}'],
  ['feat: tweet copy for launch', 'pick up: tweet copy for launch — src/app.ts is done'],
  ['feat: tweet copy', 'pick up: tweet copy for launch — {hash} began it'],
  ['fix: cancel button closes dialog', 'cancel: search box — src/app.ts has one'],
  ['fix: cancel button closes dialog', 'pick up: Cancel the newsletter — nothing else is in flight'],
  ['fix: cancel button of the checkout form', 'cancel: checkout form — {hash} has it'],
  ['feat: cancel token for the search box', 'cancel: search box — {hash} has it'],
  ['feat: checkout form closes on escape', 'cancel: checkout form — {hash} has it'],
  ['feat: checkout form remembers what was deleted', 'cancel: checkout form — {hash} has it'],
  ['fix: never show the search box twice', 'cancel: search box — {hash} has it'],
  ['chore: drop support for Node 20', 'cancel: drop support for Node 20 — {hash} did it'],
  ['chore: drop support for Node 20', 'put down: comparison table of rivals — the week went into {hash}'],
  ['chore: Cancel the newsletter', 'cancel: Cancel the newsletter — {hash} did it'],
  ['feat: newsletter is cancelled for old users', 'pick up: search box — src/app.ts needs it'],
  ['perf: speed of the parser', 'cancel: speed — {hash} doubled it'],
  ['perf: speed', 'pick up: speed — {hash} is only the first step'],
  ['feat: dark mode', 'pick up: dark mode toggle — {hash} needs a switch'],
  ['feat: dark mode toggle', 'cancel: dark mode toggle — {hash} is all of it'],
  ['style: dark mode colours for the toggle', 'pick up: dark mode toggle — the colours are in {hash}'],
  ['test: search box', 'pick up: search box — its tests are in {hash}'],
  ['wip', 'put down: invoice export for accountants — src/app.ts is elsewhere'],
  ['wip', 'put down: "comparison table of rivals" — nobody touched it'],
  ['wip', 'pick up: search box'],
  ['wip', 'pick up: checkout form — tweet copy for launch needs it first'],
  ['wip', 'cancel: search box — checkout form covers it'],
  ['wip', 'cancel: search box — duplicate of checkout form'],
  ['wip', 'cancel: dark mode toggle — src/app.ts follows the system now'],
  ['wip', 'pick up: dark mode toggle — e.g. in src/app.ts and/or docs/table.md'],
  ['wip', 'pick up: dark mode toggle — `npm test` passed at 09:30 with Node.js 26.1.0'],
  ['wip', 'pick up: search box — 3.5 of 4 parts are there, i.e. nearly all'],
  ['wip', 'keep course — "invoice export for accountants" is under way in src/app.ts'],
  ['wip', 'keep course — {hash} was the last commit, and nothing speaks against it'],
  ['wip', 'keep course'],
  ['later: notes for the search box', 'put down: comparison table of rivals — {hash} is about other things'],
  ['feat: first search box', 'pick up: search box — {hash} began it'],
  ['fix: focus on the first field of the checkout form', 'pick up: checkout form — {hash} began it'],
  ['feat: search box now faster', 'pick up: search box — {hash} began it'],
  ['feat: search box, first draft', 'pick up: search box — {hash} began it'],
  ['style: search box next to the logo', 'pick up: search box — {hash} began it'],
  ['docs: start page with a search box', 'put down: invoice export for accountants — {hash} was about the start page'],
];

const onlySuggested = 'suggested, not carried out: nothing in the record speaks for it';

/** Of these only the model's word speaks: no work of the cycle, no prompt, nothing on the board, and no tie between the task and the reason. */
const alone: ReadonlySet<string> = new Set([
  'cancel: dark mode toggle — {hash} made it pointless',
  'cancel: search box — src/app.ts has one',
  'put down: comparison table of rivals — the week went into {hash}',
  'pick up: search box — src/app.ts needs it',
  'put down: "comparison table of rivals" — nobody touched it',
  'pick up: search box',
  'pick up: checkout form — tweet copy for launch needs it first',
  'cancel: search box — checkout form covers it',
  'cancel: search box — duplicate of checkout form',
  'cancel: dark mode toggle — src/app.ts follows the system now',
  'pick up: dark mode toggle — e.g. in src/app.ts and/or docs/table.md',
  'pick up: dark mode toggle — `npm test` passed at 09:30 with Node.js 26.1.0',
  'pick up: search box — 3.5 of 4 parts are there, i.e. nearly all',
  'put down: comparison table of rivals — {hash} is about other things',
]);

test(`${table.length} honest verdicts survive`, async (t) => {
  assert.ok(table.length >= 40);
  const lived = await liveDay(sandbox(t), 'day', {
    ...{ shape: 'nested', board, before: { 'src/app.ts': 'x\n', 'docs/table.md': 'x\n' } },
    day: [
      { at: '09:00', edit: 'docs/table.md', content: 'one\n' },
      { at: '09:10', commit: 'one' },
      { at: '09:20', edit: 'src/app.ts', content: 'two\n' },
      { at: '09:30', run: 'npm test', exit: 0 },
      { at: '09:31', prompt: 'go on, please' },
    ],
  });
  const gathered = await gatherFacts({ ...lived.at('10:00'), purpose: 'dream' });
  const code = 'aabbccddeeff0011';
  /** What is left out of an answer with this verdict, and why, in all ways of saying it. */
  const lostFrom = (verdict: string, subject: string, verdicts: 'apply' | 'always'): string[] => {
    const [newest, ...older] = gathered.commits;
    assert.ok(newest !== undefined);
    const news = { commits: [{ ...newest, subject }, ...older], landed: [{ ...newest, subject }] };
    const facts: Facts = { ...gathered, ...news, settings: { ...gathered.settings, verdicts } };
    const { tasks } = dreamPrompt(facts, code, 'text');
    const line = verdict.replace('{hash}', newest.id.slice(0, 7));
    const byId = [...tasks].reduce((text, [id, { title }]) => text.replace(`: ${title}`, `: ${id}`), line);
    return [line, byId].flatMap((said) =>
      [false, true].flatMap((isJson) => {
        const draft = { ...honest({ code, id: () => '' }), verdicts: [said] };
        const answer = isJson ? JSON.stringify(asObject(draft)) : asOrg(draft);
        const read = dreamFromAnswer(measureOf(facts), 'n-abcdefgh23', 'm', answer, { code, tasks });
        assert.ok(read.kind === 'dream');
        const [given] = read.dreamt.verdicts;
        const flaw = read.leftOut.find(({ line: left }) => left.includes(said.slice(0, 20)));
        // What was only suggested is no mark against whoever suggested it.
        assert.ok(flaw?.isVerdict !== true, flaw?.why);
        const isKept = line.startsWith('keep')
          ? given?.line.startsWith('keep course') === true && flaw === undefined
          : given?.task !== null && flaw === undefined;
        return isKept ? [] : [flaw?.why ?? given?.line ?? ''];
      }),
    );
  };
  for (const [subject, verdict] of table) assert.deepEqual(lostFrom(verdict, subject, 'always'), [], verdict);
  // Where a move needs something on record, these are only suggested: nobody but the model says so.
  for (const [subject, verdict] of table) {
    const told = new Set(lostFrom(verdict, subject, 'apply'));
    assert.deepEqual([...told], alone.has(verdict) ? [onlySuggested] : [], `${subject}: ${verdict}`);
  }
});
