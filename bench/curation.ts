// What the builtin curator would merge and take out of a memory that 60 simulated days left, against what the simulator knows to be so.
import { curatedByRules } from '../src/curate/by-rules.ts';
import type { Held } from '../src/curate/held.ts';
import { identityOf } from '../src/memory/memory.ts';
import type { Fact } from './sleepbench/life.ts';
import { newReader } from './sleepbench/measures/says.ts';
import { simulate } from './sleepbench/simulator/simulate.ts';

const [seeds = '20', days = '60'] = process.argv.slice(2);

interface Line {
  readonly text: string;
  readonly at: string;
  readonly isOurs: boolean;
}

/** Notes as they stand after the last day: written, edited by the person, deleted by the person. */
function linesOf(life: ReturnType<typeof simulate>): Line[] {
  let lines: Line[] = [];
  for (const event of life.days.flatMap(({ events }) => events)) {
    if (event.kind === 'note')
      lines.push({ text: event.text, at: event.at, isOurs: event.by === 'agent' && event.keep === 'normal' });
    if (event.kind === 'edit')
      lines = lines.map((line) => (line.text === event.was ? { ...line, text: event.text, isOurs: false } : line));
    if (event.kind === 'forget') lines = lines.filter(({ text }) => text !== event.was);
  }
  return lines;
}

const sum = {
  lines: 0,
  ours: 0,
  merged: 0,
  mergedRight: 0,
  taken: 0,
  takenRight: 0,
  asked: 0,
  askedRight: 0,
  twins: 0,
  twinsFound: 0,
  stale: 0,
  staleFound: 0,
  last: 0,
};
for (let seed = 1; seed <= Number(seeds); seed += 1) {
  const life = simulate(seed, Number(days));
  const reader = newReader(life.facts);
  const lines = linesOf(life);
  const held = lines.map(({ text, at, isOurs }, from): Held => {
    const { id, sha256 } = identityOf(text);
    return {
      id,
      sha256,
      text,
      raw: `- ${text}`,
      section: [],
      origin: isOurs ? 'agent' : 'person',
      ...{ time: at, day: null },
      isOurs,
      isElsewhere: false,
      isPlain: true,
      from,
    };
  });
  const byId = new Map(held.map((each) => [each.id, each]));
  const textOf = (id: string): string => byId.get(id)?.text ?? '';
  const lastValue = (fact: Fact): string | undefined => fact.values.at(-1)?.value;
  const isStale = (text: string): boolean =>
    reader
      .named(text)
      .some((fact) => fact.gone === undefined && !reader.claims(text, fact).includes(lastValue(fact) ?? ''));
  const said = (text: string): string =>
    reader
      .named(text)
      .map((fact) => `${fact.id} ${reader.claims(text, fact).join()}`)
      .toSorted()
      .join(';');
  const now = new Date(life.days.at(-1)?.sleepAt ?? 0);
  const { operations, questions } = curatedByRules(held, { paths: new Map(), branches: new Map() }, now);
  const goes = new Set<string>();
  for (const operation of operations) {
    if (operation.kind === 'merge') {
      sum.merged += 1;
      const texts = operation.of.map(textOf);
      if (new Set(texts.map(said)).size === 1 || new Set(texts).size === 1) sum.mergedRight += 1;
      for (const text of texts) if (text !== operation.to) goes.add(text);
    }
    if (operation.kind === 'supersede' || operation.kind === 'demote') {
      sum.taken += 1;
      const text = textOf(operation.id);
      const isSaid =
        operation.kind === 'demote' && held.some((each) => each.text !== text && said(each.text) === said(text));
      if (isStale(text) || isSaid) sum.takenRight += 1;
      goes.add(text);
    }
  }
  for (const question of questions) {
    sum.asked += 1;
    if (question.kind === 'supersede' && isStale(textOf(question.id))) sum.askedRight += 1;
  }
  const ours = lines.filter(({ isOurs }) => isOurs);
  const first = new Set<string>();
  for (const { text } of ours) {
    const what = said(text);
    if (isStale(text)) {
      sum.stale += 1;
      if (goes.has(text)) sum.staleFound += 1;
    } else if (what !== '' && first.has(what)) {
      sum.twins += 1;
      if (goes.has(text)) sum.twinsFound += 1;
    }
    first.add(what);
  }
  // A fact whose every line with its value would go is lost.
  const left = lines.filter(({ text }) => !goes.has(text));
  sum.last += life.facts.filter((fact) => {
    const has = (some: readonly Line[]): boolean =>
      some.some(({ text }) => reader.claims(text, fact).includes(lastValue(fact) ?? ''));
    return fact.gone === undefined && has(lines) && !has(left);
  }).length;
  sum.lines += lines.length;
  sum.ours += ours.length;
}
const share = (some: number, all: number): string =>
  `${some} of ${all}${all === 0 ? '' : ` (${((100 * some) / all).toFixed(1)} %)`}`;
console.log(`${seeds} lives of ${days} days: ${sum.lines} entries, ${sum.ours} of them the agent's`);
console.log(`merged, rightly:                 ${share(sum.mergedRight, sum.merged)}`);
console.log(`taken out, rightly:              ${share(sum.takenRight, sum.taken)}`);
console.log(`asked about, rightly:            ${share(sum.askedRight, sum.asked)}`);
console.log(`said twice, found:               ${share(sum.twinsFound, sum.twins)}`);
console.log(`stale, found:                    ${share(sum.staleFound, sum.stale)}`);
console.log(`facts that no line says any more: ${sum.last}`);
