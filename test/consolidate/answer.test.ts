// The seed's contract (O22, O45): OBSERVATIONS, REFLECTION and PRIORITY, however a model spells them; and an answer without them is none.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readConsolidation } from '../../src/consolidate/consolidate.ts';

const red = 'RED 09:32 PR #50 merged';
const said = { observations: [red, 'GRN 09:33 ok'], reflection: 'Real progress made.', priority: 'Monitor responses.' };

describe('the same answer, spelled otherwise', () => {
  const rows: Readonly<Record<string, string>> = {
    'as in the seed': `OBSERVATIONS:\n${red}\nGRN 09:33 ok\n\nREFLECTION:\nReal progress made.\n\nPRIORITY:\nMonitor responses.\n`,
    'small letters, values behind the colon': `observations: ${red}\nGRN 09:33 ok\nreflection: Real progress made.\npriority: Monitor responses.`,
    bold: `**OBSERVATIONS:**\n${red}\nGRN 09:33 ok\n**REFLECTION:** Real progress made.\n**PRIORITY**: Monitor responses.`,
    'bold, colon outside': `**Observations**:\n${red}\nGRN 09:33 ok\n**Reflection**\nReal progress made.\n**Priority**\nMonitor responses.`,
    headings: `## OBSERVATIONS\n${red}\nGRN 09:33 ok\n### Reflection\nReal progress made.\n# PRIORITY\nMonitor responses.`,
    'another order': `PRIORITY: Monitor responses.\nREFLECTION:\nReal progress made.\nOBSERVATIONS:\n${red}\nGRN 09:33 ok`,
    'in a fence, with words around it': `Sure! Here it is:\n\`\`\`text\nOBSERVATIONS:\n${red}\nGRN 09:33 ok\nREFLECTION:\nReal progress made.\nPRIORITY:\nMonitor responses.\n\`\`\``,
    'numbered, two of a kind': `1. OBSERVATIONS:\n${red}\n2. REFLECTION: Real progress made.\n3. PRIORITY: Monitor responses.\nOBSERVATIONS:\nGRN 09:33 ok`,
    'Windows line ends': `OBSERVATIONS:\r\n${red}\r\nGRN 09:33 ok\r\n\r\nREFLECTION:\r\nReal progress made.\r\n\r\nPRIORITY:\r\nMonitor responses.\r\n`,
    JSON: JSON.stringify(said),
    'JSON in a fence, names in capitals': `\`\`\`json\n${JSON.stringify({ OBSERVATIONS: said.observations.join('\n'), REFLECTION: said.reflection, PRIORITY: said.priority }, null, 2)}\n\`\`\``,
  };
  for (const [name, answer] of Object.entries(rows))
    test(name, () => assert.deepEqual(readConsolidation(answer), { kind: 'read', said }));
});

describe('what is missing is missing', () => {
  const of = (answer: string) => {
    const read = readConsolidation(answer);
    return read.kind === 'read' ? read.said : read.kind;
  };
  test('the reflection is there without a priority', () =>
    assert.deepEqual(of('REFLECTION:\nGood.\nOBSERVATIONS: none'), {
      observations: [],
      reflection: 'Good.',
      priority: '',
    }));
  test('a priority is a label only by itself, or before a colon', () =>
    assert.deepEqual(of('REFLECTION:\nPriority was on tests.\nPriorities change.\nPRIORITY: x'), {
      ...{ observations: [], reflection: 'Priority was on tests. Priorities change.', priority: 'x' },
    }));
  for (const answer of [
    '',
    'I cannot do that.',
    'OBSERVATIONS:\nREFLECTION:\nPRIORITY: x',
    '{"observations": []}',
    '{',
    '{"a":1}',
    'OBSERVATIONS: none',
    '\u0000\ufffd',
  ])
    test(JSON.stringify(answer), () => assert.equal(of(answer), 'malformed'));
});
