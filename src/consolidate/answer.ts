// What a model answered, taken apart: tolerantly in its form, because models spell as they like, and with no judgement yet.
import { isRecord, jsonIn, normaliseText } from '../text/text.ts';

export interface SaidLines {
  /** Line by line, as they were said. */
  readonly observations: readonly string[];
  readonly reflection: string;
  readonly priority: string;
}

export type AnswerRead =
  | { readonly kind: 'read'; readonly said: SaidLines }
  | { readonly kind: 'malformed'; readonly reason: string };

const labels = ['observations', 'reflection', 'priority'] as const;
type Label = (typeof labels)[number];

/** A label in any case, bold, as a heading or behind a bullet; what stands behind its colon belongs to it. */
const labelled = /^[\s>#*_\-–•\d.)]*(observations?|reflections?|priorit(?:y|ies))[\s*_]*(?:[:：][\s*_]*(.*)|)$/iu;

export function readConsolidation(answer: string): AnswerRead {
  const text = normaliseText(answer);
  const said = fromJson(text) ?? fromLines(text.split('\n'));
  if (said === undefined) return { kind: 'malformed', reason: 'it has none of OBSERVATIONS, REFLECTION and PRIORITY' };
  return said.observations.length === 0 && said.reflection === ''
    ? { kind: 'malformed', reason: 'it says neither what happened nor what to think of it' }
    : { kind: 'read', said };
}

function fromLines(lines: readonly string[]): SaidLines | undefined {
  const sections = new Map<Label, string[]>();
  let current: string[] | undefined;
  for (const line of lines) {
    if (/^\s*(?:`{3,}|~{3,})/u.test(line)) continue;
    const [, name = '', rest] = labelled.exec(line) ?? [];
    const label = labels.find((each) => name !== '' && each.startsWith(name.toLowerCase().slice(0, 5)));
    if (label === undefined) {
      current?.push(line);
      continue;
    }
    // A section that comes twice goes on.
    current = sections.get(label) ?? [];
    sections.set(label, current);
    if (rest !== undefined && rest.trim() !== '') current.push(rest);
  }
  if (sections.size === 0) return undefined;
  const linesOf = (label: Label): string[] =>
    (sections.get(label) ?? []).map((line) => line.trim()).filter((line) => line !== '' && !/^[*_-]+$/u.test(line));
  return {
    observations: linesOf('observations').filter((line) => !isNone(line)),
    reflection: linesOf('reflection')
      .filter((line) => !isNone(line))
      .join(' '),
    priority: linesOf('priority')
      .filter((line) => !isNone(line))
      .join(' '),
  };
}

function isNone(text: string): boolean {
  return /^[\s*_\-•]*(?:none|nothing|n\/a|\(none\)|-)[\s*_.]*$/iu.test(text);
}

/** The same as JSON, for providers that give nothing else; it may stand in a fence, or among words. */
function fromJson(text: string): SaidLines | undefined {
  const from = text.indexOf('{');
  const to = text.lastIndexOf('}');
  const value = from === -1 || to < from ? undefined : jsonIn(text.slice(from, to + 1));
  if (!isRecord(value)) return undefined;
  const found = new Map(Object.entries(value).map(([name, content]) => [name.toLowerCase(), content]));
  if (!labels.some((label) => found.has(label))) return undefined;
  const wordsIn = (label: Label): string => {
    const content = found.get(label);
    return typeof content === 'string' ? content : '';
  };
  const list = found.get('observations');
  const observations = Array.isArray(list)
    ? list.filter((each) => typeof each === 'string')
    : wordsIn('observations').split('\n');
  return {
    observations: observations.map((line) => line.trim()).filter((line) => line !== '' && !isNone(line)),
    reflection: wordsIn('reflection').replaceAll('\n', ' ').trim(),
    priority: wordsIn('priority').replaceAll('\n', ' ').trim(),
  };
}
