// The clocks of a zone: what `Temporal` says quickly is what `Intl` says.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isZone, localTime } from '../../src/text/text.ts';
import { fc } from '../drawn.ts';
import { times } from '../share.ts';

/** As an English newspaper would write it: another way to the same words. */
function byIntl(time: Date, zone: string): string {
  const said = (options: Intl.DateTimeFormatOptions, locale = 'sv-SE'): string =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, ...options }).format(time);
  const day = said({ year: 'numeric', month: '2-digit', day: '2-digit' });
  const clock = said({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return `${said({ weekday: 'short' }, 'en-GB')} ${day} ${clock}`;
}

describe('A moment in a zone', () => {
  test('has a day and a time there, on both sides of a change of clocks and of a year', () => {
    assert.equal(localTime('2026-06-10T14:02:00Z', 'Europe/Berlin'), 'Wed 2026-06-10 16:02');
    assert.equal(localTime('2026-03-29T00:59:59Z', 'Europe/Berlin'), 'Sun 2026-03-29 01:59');
    assert.equal(localTime('2026-03-29T01:00:00Z', 'Europe/Berlin'), 'Sun 2026-03-29 03:00');
    assert.equal(localTime('2026-12-31T23:30:00.500Z', 'Asia/Kolkata'), 'Fri 2027-01-01 05:00');
    assert.equal(localTime('2026-01-01T00:00:00Z', 'UTC'), 'Thu 2026-01-01 00:00');
    assert.equal(localTime('yesterday', 'UTC'), 'some time ago');
  });

  test('is the one that `Intl` tells, in every zone', () => {
    const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'GMT', '+05:30', 'PST', 'US/Pacific-New', 'EST5EDT'];
    const moments = fc.date({ min: new Date('1995-01-01'), max: new Date('2045-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moments, fc.constantFrom(...zones), (time, zone) => {
        assert.equal(localTime(time.toISOString(), zone), byIntl(time, zone));
      }),
      { numRuns: times(300) },
    );
  });

  test('needs a zone that somebody knows', () => {
    for (const zone of ['UTC', 'utc', 'Europe/Berlin', '+01:00', 'PST', 'Etc/GMT+5']) assert.ok(isZone(zone), zone);
    for (const none of ['', 'x', 'Europe/Entenhausen', ' UTC', ':/etc/localtime', '+24:00'])
      assert.ok(!isZone(none), none);
  });
});
