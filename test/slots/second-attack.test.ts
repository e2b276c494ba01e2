// A second attack: pairs and sentences made by hand, with other eyes than the first, to have something merged, superseded, dated or generalised that may not be.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onlyDaysDated } from '../../src/proof/days.ts';
import { followsFrom, saidAgain, saidWithin, whyNotNewer } from '../../src/slots/slots.ts';
import { absolute } from '../../src/text/text.ts';
import { pairs, related, type Two } from './second-attack.ts';

const falls = (sets: readonly Two[], isSame: (one: string, other: string) => boolean): string[] =>
  sets.flatMap(([one, other]) => (isSame(one, other) ? [`${one} | ${other}`] : []));

test('pairs that differ count as different, either way round', () => {
  const isSame = (one: string, other: string): boolean =>
    [saidAgain(one, other), saidAgain(other, one), saidWithin(one, other), saidWithin(other, one)].includes(undefined);
  assert.deepEqual(falls(pairs, isSame), []);
});

const isNewer = (old: string, newer: string): boolean =>
  whyNotNewer(old, newer, '2026-11-01T00:00:00Z', '2026-11-10T00:00:00Z') === undefined;

test('nothing is superseded by what is unsure, planned, taken back, of a part only, or was an event', () =>
  assert.deepEqual(falls(related, isNewer), []));

const replaced: readonly Two[] = [
  ['The heron lamp costs 50 EUR.', 'Changed the heron lamp from 50 EUR over to 60 EUR.'],
  ['The heron lamp costs 50 EUR.', 'The heron lamp was changed from 50 EUR to 60 EUR.'],
  ['The heron lamp costs 50 EUR.', 'The heron lamp is now 60 EUR instead of 50 EUR.'],
  ['We agreed on 50 EUR for the heron lamp.', 'Forget 50 EUR for the heron lamp, we go by 60 EUR.'],
  ['Tom looks after the heron lamp.', 'The heron lamp: Ann from today, and no longer Tom.'],
  ['The contract for the heron lamp is with Corvane', 'The heron lamp was Corvane until now; Hollis is right'],
  ['Reach the heron lamp at port 8080.', 'We moved the heron lamp from 8080 to 8081.'],
  ['Changed the heron lamp from 40 EUR over to 50 EUR.', 'Changed the heron lamp from 50 EUR over to 60 EUR.'],
  ['Correction about the heron lamp: 50 EUR', 'Changed the heron lamp from 50 EUR over to 60 EUR.'],
];

test('a value is given up if a newer sentence says so outright, of the very same thing', () =>
  assert.deepEqual(
    falls(replaced, (old, newer) => !isNewer(old, newer)),
    [],
  ));

const undated: readonly string[] = [
  ...['Yesterday is our codename.', 'The team works today and tomorrow.', 'Until today nobody knew.'],
  ...['What was true yesterday is false today.', 'last Monday was a holiday', 'TODAY is a constant'],
  ...['since last Friday?', 'yesterday (Sunday)', 'today only', 'If it fails today, retry.', 'not today'],
  ...['It runs from yesterday to tomorrow', 'tomorrow morning at 7', 'Ships next Friday/Monday', 'The tomorrow branch'],
];

test('no day becomes a date where it may be something else, not even if a model says so', () => {
  const at = '2026-11-17T10:00:00Z';
  assert.deepEqual(
    undated.filter((text) => absolute(text, at) !== text),
    [],
  );
  const models: readonly Two[] = [
    ['Yesterday is our codename.', 'On 2026-11-16 is our codename.'],
    ['TODAY is a constant', 'On 2026-11-17 is a constant'],
    ['What was true yesterday is false today.', 'What was true on 2026-11-16 is false on 2026-11-17.'],
    ['Was it last Friday?', 'Was it on 2026-11-13?'],
    ['It was yesterday (Sunday).', 'It was on 2026-11-16 (Sunday).'],
    ['It starts tomorrow morning.', 'It starts on 2026-11-18 morning.'],
    ['If it fails today, retry.', 'If it fails on 2026-11-17, retry.'],
  ];
  assert.deepEqual(
    falls(models, (was, is) => onlyDaysDated(was, is, at)),
    [],
  );
  assert.ok(onlyDaysDated('We shipped it yesterday.', 'We shipped it on 2026-11-16.', at));
});

const widened: readonly (readonly [string, readonly string[]])[] = [
  ['Deploys fail.', ['Deploys fail on Friday.', 'Deploys fail in Berlin.']],
  ['Never deploy.', ['Never deploy on Friday.', 'Never deploy on Monday.']],
  ['Again and again: tom may push.', ['Tom may push in dev.', 'Tom may push in test.']],
  ['Seen 2 times: delete logs.', ['Delete logs of staging.', 'Delete logs of dev.']],
  ['Seen 2 times: restart heron.', ['Restart heron with care.', 'Restart heron by hand.']],
  ['Root login is allowed.', ['Root login is allowed in tests.', 'Root login is allowed at home.']],
  ['Tests pass.', ['Tests pass with mocks.', 'Tests pass in CI.']],
];

test('a pattern lets nothing hold everywhere that held in some places, and says that it tells of several', () => {
  for (const [text, sources] of widened) assert.notEqual(followsFrom(text, sources), undefined, text);
  assert.equal(
    followsFrom('Seen 2 times: deploys fail.', ['Deploys fail on Friday.', 'Deploys fail in Berlin.']),
    undefined,
  );
});
