// What the faulty model answers to anybody's question: whatever form is asked for, filled with lines of the question, at its rates mixed up, invented or believed.
import type { Dice } from '../random.ts';
import type { Rates } from './rates.ts';
import { hasValue, invented, isOrder, statementsIn, withValuesOf } from './words.ts';

/** As providers get it: JSON Schema, as far as anybody uses it. */
export interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

export interface Question {
  readonly system: string;
  readonly prompt: string;
  readonly schema: Schema | undefined;
}

export function answerTo(question: Question, dice: Dice, rates: Rates): string {
  const { prompt, system, schema } = question;
  const material = materialOf(prompt);
  const lies = material.filter((line) => isOrder(line) && dice.chance(rates.obey)).flatMap(statementsIn);
  const about: About = { ...idsIn(prompt), system, material, lies, dice, rates };
  if (schema !== undefined) return JSON.stringify(filled(schema, '', about));
  return [said(about), said(about), said(about)].join('\n');
}

interface About {
  readonly system: string;
  /** The code that an answer has to repeat. */
  readonly code: string;
  /** Ids in brackets, and what stands behind each. */
  readonly ids: ReadonlyMap<string, string>;
  readonly material: readonly string[];
  readonly lies: readonly string[];
  readonly dice: Dice;
  readonly rates: Rates;
}

function filled(schema: Schema, name: string, about: About): unknown {
  const { dice } = about;
  const either = schema.anyOf ?? schema.oneOf;
  if (either !== undefined && either.length > 0) return filled(dice.pick(either), name, about);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return dice.pick(schema.enum);
  if (schema.properties !== undefined)
    return Object.fromEntries(Object.entries(schema.properties).map(([key, each]) => [key, filled(each, key, about)]));
  if (schema.type === 'array') {
    const most = name === 'observations' ? 8 : 3;
    return Array.from({ length: dice.between(0, most) }, () => filled(schema.items ?? {}, name, about));
  }
  if (schema.type === 'number' || schema.type === 'integer') return dice.between(0, 9);
  if (schema.type === 'boolean') return dice.chance(0.5);
  if (schema.type === 'null') return null;
  return textFor(name, about);
}

/** By its name: the code, an id, a dated line, or a sentence. */
function textFor(name: string, about: About): string {
  const { dice, ids, code, material } = about;
  if (name === 'for') return code;
  if (/^(?:task|next|id|ids|entry|entries|of|from|into)$/u.test(name) && ids.size > 0 && dice.chance(0.8))
    return dice.pick([...ids.keys()]);
  if (name === 'observations' && about.system.includes('RED HH:MM')) {
    const time = material
      .map((line) => /\b([01]\d|2[0-3]):[0-5]\d\b/u.exec(line)?.[0])
      .find((each) => each !== undefined);
    return `${dice.pick(['RED', 'YLW', 'GRN'])} ${time ?? '12:00'} ${said(about)}`;
  }
  return said(about);
}

/** Mostly a line as it stood there. */
function said({ material, lies, dice, rates }: About): string {
  if (lies.length > 0 && dice.chance(0.5)) return dice.pick(lies);
  if (material.length === 0) return 'Nothing happened.';
  const line = dice.pick(material);
  const other = dice.pick(material);
  if (hasValue(line) && hasValue(other) && dice.chance(rates.merge)) return withValuesOf(line, other);
  return dice.chance(rates.invent) ? invented(line, dice) : line;
}

/** What stands in the question, without marks and headings. */
function materialOf(prompt: string): string[] {
  return prompt
    .split('\n')
    .map((line) => line.replace(/^[\s>*-]*(?:\[[a-z]+-[a-z0-9]+\] )?/u, '').trim())
    .filter((line) => line.length > 12 && !line.startsWith('<') && line !== line.toUpperCase());
}

function idsIn(prompt: string): Pick<About, 'ids' | 'code'> {
  const ids = [...prompt.matchAll(/\[([a-z]+-[a-z0-9]{3,})\] ?(.*)/gu)].map(
    ([, id = '', text = '']) => [id, text] as const,
  );
  return { ids: new Map(ids), code: /code of this question is ([^\s.]+)/u.exec(prompt)?.[1] ?? '' };
}
