// The simulator of SleepBench: the same seed gives the same life, and what it calls true is what it told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { truthAt } from '../../bench/sleepbench/life.ts';
import { newReader } from '../../bench/sleepbench/measures/says.ts';
import { simulate } from '../../bench/sleepbench/simulator/simulate.ts';

const seeds = [1, 2, 3, 4];

test('the same seed gives the same life, and another gives another', () => {
  assert.deepEqual(simulate(1, 20), simulate(1, 20));
  assert.notDeepEqual(simulate(1, 20).days, simulate(2, 20).days);
});

test('a longer life begins as the shorter one', () => {
  const [short, long] = [simulate(3, 10), simulate(3, 60)];
  const told = (life: typeof short): string[] =>
    life.days.slice(0, 3).flatMap(({ events }) => events.map((event) => JSON.stringify(event)));
  assert.deepEqual(told(short), told(long));
});

for (const seed of seeds)
  test(`what is true was told, and no note of seed ${seed} says what never was`, () => {
    const life = simulate(seed, 60);
    const reader = newReader(life.facts);
    let notes: string[] = [];
    const said: string[] = [];
    for (const day of life.days) {
      for (const event of day.events) {
        if (event.kind === 'note') notes.push(event.text);
        if (event.kind === 'edit') notes = notes.map((line) => (line === event.was ? event.text : line));
        if (event.kind === 'forget') notes = notes.filter((line) => line !== event.was);
        if (event.kind === 'said') said.push(event.text);
      }
      const { facts, gone } = truthAt(life, day.end);
      for (const { fact, value } of facts)
        assert.ok(
          [...notes, ...said].some((line) => reader.claims(line, fact).includes(value)),
          `${fact.names[0]} is ${value}, and nobody said so`,
        );
      for (const fact of gone)
        assert.ok(!notes.some((line) => reader.claims(line, fact).length > 0), `${fact.names[0]} is deleted`);
    }
    for (const line of notes)
      for (const fact of reader.named(line)) {
        const had = fact.values.map(({ value }) => value);
        assert.ok(
          reader.claims(line, fact).some((claim) => had.includes(claim)),
          line,
        );
      }
  });

test('a life has what a life should have', () => {
  const lives = seeds.map((seed) => simulate(seed, 60));
  const events = lives.flatMap(({ days }) => days.flatMap((day) => day.events));
  for (const kind of ['prompt', 'note', 'edit', 'forget', 'step', 'file', 'commit', 'task', 'page', 'said'])
    assert.ok(
      events.some((event) => event.kind === kind),
      kind,
    );
  assert.ok(
    events.some((event) => event.kind === 'session' && event.phase === 'killed'),
    'crashes',
  );
  assert.ok(
    events.some(
      (event) => event.kind === 'step' && event.exit === 0 && /Error|[1-9] failed|fail [1-9]/u.test(event.output),
    ),
    'a failure behind a pipe',
  );
  for (const life of lives) {
    const times = life.days.map(({ sleepAt }) => Date.parse(sleepAt));
    assert.ok(
      times.some((time, day) => time - (times[day - 1] ?? time) > 7 * 24 * 3_600_000),
      'weeks of absence',
    );
    assert.ok(life.facts.some(({ values }) => values.length > 1) && life.facts.some(({ gone }) => gone !== undefined));
    assert.ok(life.facts.some(({ twins }) => twins.length > 0) && life.facts.some(({ keep }) => keep === 'red'));
    assert.ok(life.poisons.length > 3 && life.secrets.length > 3);
    assert.ok(
      life.days.some(({ end }) => truthAt(life, end).unsaid.length > 0),
      'finished without a word',
    );
    assert.ok(
      life.days.some(({ end }) => truthAt(life, end).failing.length > 0),
      'broken',
    );
    assert.ok(
      life.days.some(({ end }) => truthAt(life, end).inFlight.length > 0),
      'in flight',
    );
  }
  const clocks = lives.flatMap(({ days }) => days.map((day) => day.events.map(({ at }) => at)));
  assert.ok(
    clocks.some((day) => day.some((at, index) => at < (day[index - 1] ?? ''))),
    'the clock goes back',
  );
});

test('whose name stands in a question is not always who stands in the note', () => {
  const life = simulate(1, 60);
  const said = new Map(life.facts.map((fact) => [fact.id, fact.names]));
  const words = life.days
    .flatMap(({ events }) => events.flatMap((event) => (event.kind === 'note' ? [event.text] : [])))
    .join('\n');
  const asked = life.days.flatMap(({ questions }) => questions);
  const other = asked.filter(({ text, fact }) => {
    const name = said.get(fact)?.find((each) => text.includes(each)) ?? '';
    return !words.includes(name);
  });
  assert.ok(other.length > asked.length / 4, `${other.length} of ${asked.length}`);
});
