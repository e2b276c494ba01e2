// Pairs that somebody made to have one side merged away, though the two differ in a value or contradict each other: every one is told apart.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { saidAgain, saidWithin, whyNotNewer } from '../../src/slots/slots.ts';
import { absolute } from '../../src/text/text.ts';

const pairs: readonly (readonly [string, string])[] = [
  ['Traffic from the internet is blocked.', 'Traffic to the internet is blocked.'],
  ['Export users to CSV.', 'Export users from CSV.'],
  ['We migrate the database to Postgres.', 'We migrate the database from Postgres.'],
  ['Deploy by Friday.', 'Deploy on Friday.'],
  ['Every admin has root access.', 'One admin has root access.'],
  ['Any key opens the vault.', 'Each key opens the vault.'],
  ['Rotate the signing keys.', 'Rotated the signing keys.'],
  ['We need to rotate the signing keys.', 'We have rotated the signing keys.'],
  ['Finish the migration of billing.', 'Finished the migration of billing.'],
  ['We would use Redis.', 'We use Redis.'],
  ['The server required a password.', 'The server requires a password.'],
  ['Never deploy on Friday and Monday.', 'Never deploy on Friday. Deploy on Monday.'],
  ['Never use tabs and spaces.', 'Never use tabs; use spaces.'],
  ['Friday deploys ✅', 'Friday deploys ❌'],
  ['👍 force pushes to main', '👎 force pushes to main'],
  ['Access is allowed where role == admin.', 'Access is allowed where role != admin.'],
  ['port = 8080 on staging', 'port != 8080 on staging'],
  ['x ≠ 5 on staging', 'x 5 on staging'],
  ['Backups run at 0 5 * * *', 'Backups run at 0 * * 5 *'],
  ['Shipping to AT costs 5 EUR.', 'Shipping to BE costs 5 EUR.'],
  ['Customer data is stored in the US.', 'Customer data is stored in IT.'],
  ['Customer data is stored in the US.', 'Customer data is stored.'],
  ['Ask Will before a deploy.', 'Ask before a deploy.'],
  ['His phone number is 555-1234.', 'Her phone number is 555-1234.'],
  ['My timezone is UTC.', 'Your timezone is UTC.'],
  ['Staging uses redis and production uses postgres.', 'Staging uses postgres and production redis.'],
  [
    'dev uses redis, staging uses postgres, prod uses sqlite.',
    'dev uses postgres, staging uses sqlite, prod uses redis.',
  ],
  ['Staging runs on 8080 and prod runs on 8081.', 'Prod runs on 8080 and staging on 8081.'],
  ['Send the invoice by mail.', 'Send the invoice by email.'],
  ['The report takes an hour.', 'The report is hourly.'],
  ['The lamp needs 10 W.', 'The lamp needs 10 weeks.'],
  ['Retry 3 X', 'Retry 3 times'],
  ['Ports 8080-8090 are open.', 'Ports 8080 8090 are open.'],
  ['Ports 8080 to 8090 are open.', 'Ports 8080 and 8090 are open.'],
  ['Ports 8080–8090 are open.', 'Ports 8080 and 8090 are open.'],
  ['Ports 8080..8090 are open.', 'Ports 8080, 8090 are open.'],
  ['Version 1.2 to 1.4 is supported.', 'Version 1.2 and 1.4 is supported.'],
  ['Use all but the last 3 rows.', 'Use all of the last 3 rows.'],
  ['Everyone but Tom may deploy.', 'Everyone and Tom may deploy.'],
  ['Notify a, b and c.', 'Notify c, b and a.'],
  ['Steps: lint, test, build, deploy.', 'Steps: test, build, deploy, lint.'],
  ['Call the customer.', 'Name the customer.'],
  ['-5 degrees is the minimum.', '5 degrees is the minimum.'],
  ['Release 1.10 is out.', 'Release 1.1 is out.'],
  ['Room 007', 'Room 7'],
  ['a^2', 'a2'],
  ['Delete the logs.', 'Logs are deleted.'],
  ['Enable caching.', 'Caching is enabled.'],
  ['A blocks B.', 'B blocks A.'],
  ['alice reports to bob', 'bob reports to alice'],
  ['alice manages bob and bob manages carol', 'bob manages alice and carol manages bob'],
  ['The user can not only read.', 'The user can only not read.'],
  ['Prices rise 5%.', 'Prices rise 5.'],
  ['Not before 9:00 on Monday.', 'Before 9:00 not on Monday.'],
  ['We may need Redis.', 'We may Redis.'],
  ['It is 5 o’clock', 'It is 5'],
  ['Use v2 of the API.', 'Use 2 of the API.'],
  ['Budget is $500', 'Budget is €500'],
  ['Budget is $500', 'Budget is 500'],
  ['Budget is 500 $', 'Budget is 500'],
  ['key A♯ minor', 'key A♭ minor'],
  ['level ★★★', 'level ★'],
  ['price 5¢', 'price 5'],
  ['temp 5 °C', 'temp 5 °F'],
  ['5½ hours', '5 hours'],
  ['x² + 1', 'x + 1'],
  ['C++ is used.', 'C is used.'],
  ['C# is used.', 'C is used.'],
  ['F* is used', 'F is used'],
  ['Press ↑ to scroll.', 'Press ↓ to scroll.'],
  ['Vitamin B₁₂', 'Vitamin B'],
  ['Zugang für Gäste ist erlaubt.', 'Zugang für Gäste ist nicht erlaubt.'],
  ['Доступ разрешен', 'Доступ не разрешен'],
  ['Tests pass on Linux (not macOS).', 'Tests pass on Linux not (macOS).'],
  ['The API returns 200 for GET and 404 for POST.', 'The API returns 200 for POST and 404 for GET.'],
  ['the api returns 200 for reads and it returns 404 for writes', 'the api returns 200 for writes and 404 for reads'],
  ['Use only Node 20 or 22', 'Use Node 20 or only 22'],
  ['Access for guests is read.', 'Access for guests is red.'],
  ['Set MAX to 5', 'Set max to 5'],
  ['Keep logs at least 30 days.', 'Keep logs at most 30 days.'],
  ['All but Tom may push.', 'All may push but Tom.'],
  ['Use tabs, not spaces.', 'Use spaces, not tabs.'],
  ['Tests: unit yes, e2e no', 'Tests: unit no, e2e yes'],
  ['Temperature is 5 to 10 C', 'Temperature is 10 to 5 C'],
  ['ratio 1:2', 'ratio 1,2'],
  ['port 80/443', 'port 80 443'],
  ['lat 52.5, lon 13.4', 'lat 13.4, lon 52.5'],
  ['It takes 5 (five) days', 'It takes 5 days'],
  ['Due 03/04/2026', 'Due 03.04.2026'],
  ['Due 3/4', 'Due 3-4'],
  ['10.0.0.1 is web', '10.0.0.1/24 is web'],
  ['Deploy requires approval.', 'Deploy required approval.'],
  ['Do not log passwords; log ids', 'Do not log ids; log passwords'],
  ['Whoever deploys informs Tom', 'Tom informs whoever deploys'],
  ['He should push', 'He would push'],
  ['Password length 8+', 'Password length 8'],
  ['Node 22+ is needed', 'Node 22 is needed'],
  ['Node 22.x is needed', 'Node 22 is needed'],
  ['Meet 9:00 on Mondays', 'Meet 9:00 on Monday'],
  ['Needs 2 approvals', 'Two approvals needed'],
  ['1e3 rows', '1 e3 rows'],
  ['price 1.500 EUR', 'price 1500 EUR'],
  ['1,5 h', '15 h'],
  ['½ cup', 'cup'],
  ['3¼ h', '3 h'],
  ['Ⅳ edition', 'edition'],
  ['№ 5', '5'],
  ['±5 V', '5 V'],
  ['Version ＞ 5', 'Version 5'],
  ['A ⇒ B holds', 'A ⇐ B holds'],
  ['A ⊂ B holds', 'A ⊃ B holds'],
  ['x ∉ S here', 'x ∈ S here'],
  ['status 🔴 for heron', 'status 🟢 for heron'],
  ['flag 🇺🇸 servers', 'flag 🇩🇪 servers'],
  ['wait 5′', 'wait 5″'],
  ['Debug: on', 'Debug: for'],
  ['Feature flag newui is on', 'Feature flag newui is in'],
  ['Debug logging on in prod', 'Debug logging in prod'],
  ['Turn caching on', 'Turn caching'],
  ['Opt in to telemetry', 'Opt to telemetry'],
  ['Check in the lockfile', 'Check the lockfile'],
  ['Sign in with SSO', 'Sign with SSO'],
  ['Log in as root', 'Log as root'],
  ['I will do the release', 'You will do the release'],
  ['They own billing', 'We own billing'],
  ['Some tests are needed', 'Tests are needed'],
  ['No one may push', 'One may push'],
  ['You must sign commits', 'You must sign any commit'],
  ['Never deploy the shop on Friday and Monday.', 'Never deploy the shop on Friday. Deploy the shop on Monday.'],
  ['Writes are allowed where role == admin.', 'Writes are allowed where role != admin.'],
  ['Firewall ports 9080–9090 are open.', 'Firewall ports 9080 and 9090 are open.'],
  ['Force pushes by bots 👍', 'Force pushes by bots 👎'],
  ['* 5 * * * is when it runs', '5 * * * is when it runs'],
  ['NO is served from Oslo.', 'Is served from Oslo.'],
  ['The path __init__ is used.', 'The path init is used.'],
  ['The plan is A now.', 'The plan is now.'],
  // What may stand elsewhere, and what looks like it and may not.
  ['The admin in Berlin has access.', 'In Berlin, the admin has access.'],
  ['Some images in the shop have 5 KB.', 'In the shop, some images have 5 KB.'],
  ['Images in the shop have at most 5 KB.', 'In the shop, images have at most 6 KB.'],
  ['Images in the shop have at most 5 KB.', 'In the office, images have at most 5 KB.'],
  ['Images in the shop have at most 5 KB.', 'In the shop, videos have at most 5 KB.'],
  ['Images in the shop never have 5 KB.', 'In the shop, images have 5 KB.'],
  ['Images in the shop and videos have 5 KB.', 'In the shop and videos, images have 5 KB.'],
  ['Images in the shop have text in English.', 'In English, images in the shop have text.'],
  ['Only images in the shop have 5 KB.', 'In the shop, only images have 5 KB.'],
  ['Version 2 of the parser is called "Pip".', 'The parser of version 3 is called "Pip".'],
  ['Version 2 of the parser reads version 3 of the file.', 'The parser of version 2 reads the file of version 3.'],
  ['Version 2 of the parser of acme is slow.', 'The parser of version 2 of acme is slow.'],
  ['Version 2 of the parser is slow.', 'The version of parser 2 is slow.'],
  ['The lead of the team is Tom.', 'The team of the lead is Tom.'],
  ['Maria reviews billing.', 'Maria: billing reviews it.'],
  ['Maria reviews billing.', 'Billing: Maria never reviews it.'],
  ['Maria reviews billing.', 'Billing: it reviews Maria.'],
  ['Maria reviews billing.', 'Billing: Tom reviews it.'],
  ['Maria reviews billing and search.', 'Billing: Maria reviews search and it.'],
  ['Never push to main; push to dev.', 'Push to main; never push to dev.'],
  ['Never push to main; then deploy.', 'Then deploy; never push to main.'],
  ['Never delete the logs; archive them.', 'Archive them; never delete the logs.'],
  ['Lint; test.', 'Test; lint.'],
  ['Never deploy before 9:00; test at 8:00.', 'Test at 8:00; never deploy before 8:00.'],
  ['The port is 8080.', 'Port: 8081.'],
  ['The port is 8080.', 'Old port: 8080.'],
  ['The port is not 8080.', 'Port: 8080.'],
  ['The port is only 8080.', 'Port: 8080.'],
  ['Staging is 8080 and prod is 8081.', 'Staging: 8081 and prod is 8080.'],
  ['Port: 8080?', 'The port is 8080.'],
  ['The port was 8080.', 'Port: 8080.'],
  ['Never restart on any Friday.', 'Restart on any Friday.'],
  ['Never restart on any Friday.', 'Never restart on Friday.'],
  ['Restart on any Friday.', 'Restart on Fridays.'],
  ['Never restart on any Friday.', 'Never restart on any Monday.'],
  ['If it does not start, restart on any Friday.', 'If it does not start, restart on Fridays.'],
  ['Never restart any server.', 'Never restart server.'],
  ['Send it to Tom on Friday and on Monday to Maria.', 'Send it to Tom on Friday and Monday to Maria.'],
  ['Never run on Linux and on macOS.', 'Never run on Linux; run on macOS.'],
  ['Tests run on Linux and on macOS.', 'Tests run on Linux or macOS.'],
  ['Tests run on Linux and on macOS.', 'Tests run on Linux and in macOS.'],
  ['Maria lives in Berlin.', 'Maria is in Berlin.'],
  ['The code for the door is 4711.', 'The code of the door is 4711.'],
  ['The code for the door is in the vault.', 'The code of the door is in the vault.'],
  ['Wait for Tom.', 'Wait Tom.'],
  ['Pay for 30 days.', 'Pay 30 days.'],
  ['Backups are kept for 30 days.', 'Backups are kept 31 days.'],
  ['Backups are kept for 30 days.', 'Backups are kept after 30 days.'],
  ['Tom reviews everything that touches search.', 'Tom reviews anything but what touches search.'],
  ['The API’s users table is big.', 'The users of the API table are big.'],
  ['The worker must not depend on Tom.', 'The worker should never depend on Tom.'],
  ['The cache deletes its logs after 30 days.', 'Logs of the cache are deleted after 30 days.'],
];

describe('told apart', () => {
  for (const [one, other] of pairs)
    test(`"${one}" and "${other}"`, () => {
      assert.notEqual(saidAgain(one, other), undefined);
      assert.notEqual(saidAgain(other, one), undefined);
      assert.notEqual(saidWithin(one, other), undefined);
      assert.notEqual(saidWithin(other, one), undefined);
    });
});

const longer: readonly (readonly [string, string])[] = [
  ['Use Redis for sessions.', 'Use Redis for sessions. This advice is outdated.'],
  ['Deploy on Friday.', 'Deploy on Friday (obsolete).'],
  ['Deploys go out on Friday.', 'Deploys go out on Friday (EU customers).'],
  ['Billing uses Postgres.', 'Tom claims this. Billing uses Postgres. It is a lie.'],
  ['Use Redis.', 'Use Redis; rejected by the team.'],
  ['Use Redis.', 'Use Redis because Tom may say so.'],
];

describe('not said by a longer one', () => {
  for (const [part, whole] of longer)
    test(`"${part}" by "${whole}"`, () => assert.notEqual(saidWithin(part, whole), undefined));
});

const related: readonly (readonly [string, string])[] = [
  ['Never restart the heron server on port 8080.', 'The heron server on port 8080 now runs Debian 12.'],
  ['Never push to main of acme/shop.', 'Main of acme/shop now runs on Node 22.'],
  ['Do not restart heron on port 8080.', 'Heron on port 8080 is in Frankfurt since Monday.'],
  ['The heron server listens on port 8080 at night.', 'The heron server on port 8080 is now at version 4.2.'],
  ['Never delete heron backups of 30 days.', 'Heron backups of 30 days now take 12 GB.'],
  ['Heron backups of 30 days are encrypted.', 'Heron backups of 30 days now take 12 GB.'],
  ['Ask Tom before heron on port 8080 is restarted.', 'Heron on port 8080 is restarted at 03:00 now, ask Tom.'],
  ['Never restart billing on port 8080 at night.', 'The billing server on port 8080 is now monitored at night.'],
  [
    'The staging server listens on port 8080.',
    'The staging server on port 8080 is monitored from Grafana since Monday.',
  ],
  ['Do not deploy the shop before 9:00.', 'Deploy of the shop before 9:00 moved to the new pipeline.'],
  ['Backups of billing are kept for 30 days.', 'Backups of billing older than 30 days are now encrypted.'],
  ['Never delete backups of billing.', 'Backups of billing are now deleted weekly.'],
  ['The code of heron is in src/a.ts.', 'Tests moved from src/a.ts to src/b.ts in heron code.'],
  ['Avoid port 8080 on heron.', 'Avoid port 8081 on heron now.'],
  ['The heron deploy starts at 05:30.', 'The heron backup: 21:00 from today, and no longer 05:30.'],
  ['The heron backup starts at 05:30.', 'The heron backup starts at 21:00.'],
  ['The heron backup starts at 05:30 and ends at 06:30.', 'The heron backup: 21:00 from today, and no longer 05:30.'],
  ['The heron backup starts at 05:30.', 'The heron backup may be 21:00 from today, and no longer 05:30.'],
  ['The heron backup starts at 05:30.', 'The heron backup of Tom: 21:00 from today, and no longer 05:30.'],
  ['The heron backup starts at 05:30.', 'The heron backup: 30 s from today, and no longer 05:30.'],
  ['The heron backup starts at 05:30.', 'The heron backup: 21:00 from today, and still 05:30.'],
  ['Tom starts the heron backup at 05:30.', 'The heron backup: 21:00 from today, and no longer 05:30.'],
  ['Only on Friday the heron backup starts at 05:30.', 'The heron backup: 21:00 from today, and no longer 05:30.'],
  ['The heron backup never starts at 05:30.', 'The heron backup: 21:00 from today, and no longer 05:30.'],
  ['The heron backup checks all tapes at 05:30.', 'The heron backup: 21:00 from today, and no longer 05:30.'],
  ['The heron backup starts at 05:30.', 'Is the heron backup 21:00, and no longer 05:30?'],
  ['The heron backup starts at 05:30.', 'If it rains the heron backup is 21:00, and no longer 05:30.'],
];

describe('not superseded by what is merely about the same', () => {
  for (const [old, newer] of related)
    test(`"${old}" by "${newer}"`, () =>
      assert.notEqual(whyNotNewer(old, newer, '2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z'), undefined));
});

test('a newer value of the same thing, told as a change, does supersede', () => {
  const why = (old: string, newer: string): string | undefined =>
    whyNotNewer(old, newer, '2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z');
  assert.equal(why('Heron listens on port 8080.', 'Heron now listens on port 8081.'), undefined);
  assert.equal(
    why('The code of heron is in src/a.ts.', 'The code of heron moved from src/a.ts to src/b.ts.'),
    undefined,
  );
  assert.equal(
    why('The heron backup starts at 05:30.', 'The heron backup: 21:00 from today, and no longer 05:30.'),
    undefined,
  );
  assert.equal(
    why('At 05:30 it is time for the heron backup.', 'The heron backup was 05:30 until now; 21:00 is right.'),
    undefined,
  );
  assert.equal(
    why('The heron sign-in gives up after 45 s.', 'Changed the heron sign-in from 45 s over to 10 s.'),
    undefined,
  );
});

const asItIs: readonly string[] = [
  'We meet on the last Sunday of each month.',
  'The invoice is due by the last Friday.',
  'Its log is data/yesterday.json',
  'Run it with --since=yesterday',
  'Run it with --since yesterday',
  'The app shows the Today view first',
  'The app opens Today first',
  'It is due next Friday after month end.',
  'The report shows the day before yesterday.',
  "See yesterday's log.",
  'The song "Yesterday" is loud.',
  'The tag yesterday-build works.',
  'Yesterday Inc pays late.',
  'It always runs next Sunday.',
];

describe('no day that becomes a date', () => {
  for (const text of asItIs) test(text, () => assert.equal(absolute(text, '2026-11-17T10:00:00Z'), text));
});

test('a day that can be nothing else becomes a date', () => {
  const dated = (text: string): string => absolute(text, '2026-11-17T10:00:00Z');
  assert.equal(dated('The parser was released yesterday.'), 'The parser was released on 2026-11-16.');
  assert.equal(dated('Yesterday the parser was released.'), 'On 2026-11-16 the parser was released.');
  assert.equal(dated('Ship it by next Friday, please.'), 'Ship it by 2026-11-20, please.');
});
