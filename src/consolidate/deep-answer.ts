// What a model answered about a deep sleep, taken apart section by section; what cannot be read in one says nothing of the others.
import { normaliseText, oneLine } from '../text/text.ts';
import type { Nomination } from './prune.ts';

export interface DeepSaid {
  readonly nominations: readonly Nomination[];
  readonly priorities: readonly string[];
  readonly diary: readonly string[];
}

export type DeepRead =
  | { readonly kind: 'read'; readonly said: DeepSaid }
  | { readonly kind: 'malformed'; readonly reason: string };

const labels = ['superseded', 'priorities', 'diary'] as const;
type Label = (typeof labels)[number];
const labelled = /^[\s>#*_\-•\d.)]*(superseded|priorit(?:ies|y)|diary)[\s*_]*[:：]?[\s*_]*(.*)$/iu;
const most = { nominations: 200 } as const;

export function readDeep(answer: string): DeepRead {
  const sections = new Map<Label, string[]>();
  let current: string[] | undefined;
  for (const line of normaliseText(answer).split('\n')) {
    if (/^\s*(?:`{3,}|~{3,})/u.test(line)) continue;
    const [, name = '', rest = ''] = labelled.exec(line) ?? [];
    const label = labels.find((each) => name !== '' && each.startsWith(name.toLowerCase().slice(0, 5)));
    const isLabel = label !== undefined && (/[:：]/u.test(line) || rest === '');
    if (!isLabel) {
      current?.push(line);
      continue;
    }
    current = sections.get(label) ?? [];
    sections.set(label, current);
    if (rest.trim() !== '') current.push(rest);
  }
  if (sections.size === 0) return { kind: 'malformed', reason: 'it has none of SUPERSEDED, PRIORITIES and DIARY' };
  const linesOf = (label: Label): string[] =>
    (sections.get(label) ?? [])
      .map((line) => line.trim())
      .filter((line) => line !== '' && !/^[*_\-•\s]*(?:none|nothing|n\/a)?[*_.\s]*$/iu.test(line));
  return {
    kind: 'read',
    said: {
      nominations: linesOf('superseded').flatMap(nominationIn).slice(0, most.nominations),
      priorities: linesOf('priorities').map((line) => line.replace(/^(?:[-*•]|\d{1,2}[.)])\s+/u, '')),
      diary: linesOf('diary'),
    },
  };
}

/** `o-abcdefgh by o-ijklmnop: why`. A line that was cut off in its middle is none. */
function nominationIn(line: string): Nomination[] {
  const [, id, by, reason = ''] =
    /^[\s*_\-•`\d.)]*(o-[a-z2-7]{8})`?\s+(?:by|->|→|superseded by)\s+`?(o-[a-z2-7]{8})`?[\s:\-–—.]*(.*)$/iu.exec(
      line,
    ) ?? [];
  return id === undefined || by === undefined
    ? []
    : [{ id: id.toLowerCase(), by: by.toLowerCase(), reason: oneLine(reason.replaceAll('·', '-'), 160) }];
}
