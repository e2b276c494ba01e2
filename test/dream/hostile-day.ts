// One real day that hostile answers are held against: commits, a board with every kind of task, work in flight, a check that holds.
import { type Facts, gatherFacts } from '../../src/facts/facts.ts';
import { type Lived, liveDay } from '../day.ts';
import type { MemoryGit } from '../memory-git/memory-git.ts';
import type { Sandbox } from '../sandbox.ts';

export const hostileBoard = `* board
** DOING honest faq
- [x] begun
- [ ] answer the third question
** NEXT comparison table — Lovable, v0, Bolt
** TODO search box
** TODO search box (again)
** TODO mend src/parser.ts
see src/parser.ts
** TODO tweet copy for launch :public:
** TODO [#A] pricing page
** TODO rаte limits
** TODO a price of $& and $1 for \`all\`
** WAITING legal review
** TODO secret garden
:PROPERTIES:
:OWNER: person
:END:
** TODO pinned plan
:PROPERTIES:
:PIN: t
:END:
** TODO claimed elsewhere
:PROPERTIES:
:AGENT: zoe
:END:
** DONE first landing page
** CANCELLED old idea — replaced by "pricing page"
* log
`;

export async function liveHostileDay(box: Sandbox, name = 'day', memory?: MemoryGit): Promise<Lived> {
  const script = {
    shape: 'nested' as const,
    board: hostileBoard,
    before: { 'src/parser.ts': 'old\n', 'docs/guide.md': 'guide\n', 'web/index.html': '<p>\n' },
    day: [
      { at: '09:00', edit: 'docs/guide.md', content: 'better\n' },
      { at: '09:05', commit: 'docs: a better guide' },
      { at: '09:10', edit: 'web/index.html', content: '<p>faq\n' },
      { at: '09:12', commit: 'faq: the second question' },
      { at: '09:20', prompt: 'please go on with the faq' },
      { at: '09:25', edit: 'src/parser.ts', content: 'new\n' },
      { at: '09:26', edit: 'lib/näme x.py', content: 'x\n' },
      { at: '09:30', run: 'npm test', exit: 0 },
    ],
  };
  return liveDay(box, name, script, memory);
}

export async function hostileFacts(box: Sandbox): Promise<Facts> {
  const lived = await liveHostileDay(box);
  return gatherFacts({ ...lived.at('10:00'), purpose: 'dream' });
}
