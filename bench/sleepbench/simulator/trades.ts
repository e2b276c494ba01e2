// Lists of real-looking things of several trades, each with another name that people use for it, and the kind of fact there is about it.
import type { kinds } from './kinds.ts';

export interface Trade {
  readonly name: string;
  /** Places or variants: the same thing exists in several, and that makes twins. */
  readonly places: readonly (readonly [name: string, other: string])[];
  readonly things: readonly (readonly [name: string, other: string, kind: keyof typeof kinds])[];
}

export const trades: readonly Trade[] = [
  {
    name: 'web service',
    places: [
      ['staging', 'rehearsal'],
      ['production', 'live'],
      ['preview', 'demo'],
      ['internal', 'in-house'],
      ['sandbox', 'playground'],
    ],
    things: [
      ['API gateway', 'front door', 'port'],
      ['metrics endpoint', 'telemetry feed', 'port'],
      ['login service', 'sign-in', 'seconds'],
      ['nightly backup', 'overnight dump', 'times'],
      ['search cluster', 'index machines', 'person'],
      ['thumbnail cache', 'image store', 'percent'],
      ['squash merges', 'flattened merges', 'rule'],
      ['mail relay', 'outgoing mail', 'firm'],
    ],
  },
  {
    name: 'bakery',
    places: [
      ['harbour shop', 'dockside shop'],
      ['old town shop', 'market shop'],
      ['station kiosk', 'railway stand'],
      ['mill road shop', 'headquarters'],
    ],
    things: [
      ['deck oven', 'stone hearth', 'degrees'],
      ['sourdough hydration', 'levain water', 'percent'],
      ['morning van', 'first delivery', 'times'],
      ['rye flour', 'dark flour', 'firm'],
      ['wedding cake', 'three-tier cake', 'euros'],
      ['walnut fillings', 'nut fillings', 'rule'],
      ['proofing room', 'fermentation room', 'degrees'],
    ],
  },
  {
    name: 'law office',
    places: [
      ['Harlow', 'tenancy'],
      ['Beckett', 'inheritance'],
      ['Quinn', 'trademark'],
      ['Adeyemi', 'shipping'],
      ['Rossi', 'boundary'],
    ],
    things: [
      ['case file', 'docket', 'codes'],
      ['retainer', 'advance fee', 'euros'],
      ['hearing', 'court date', 'times'],
      ['opposing counsel', 'other side', 'person'],
      ['notary', 'certifying office', 'firm'],
      ['settlement share', 'split of proceeds', 'percent'],
      ['mail by courier', 'messenger post', 'rule'],
    ],
  },
  {
    name: 'laboratory',
    places: [
      ['ground floor', 'downstairs'],
      ['annex', 'outbuilding'],
      ['clean room', 'white room'],
      ['teaching', 'student'],
    ],
    things: [
      ['deep freezer', 'cold store', 'degrees'],
      ['centrifuge run', 'spin', 'seconds'],
      ['enzyme batch', 'reagent lot', 'codes'],
      ['calibration', 'adjustment', 'times'],
      ['ethanol wash', 'alcohol rinse', 'percent'],
      ['safety officer', 'hazard contact', 'person'],
      ['reused gloves', 'second-hand gloves', 'rule'],
    ],
  },
  {
    name: 'freight',
    places: [
      ['Rotterdam', 'Maas'],
      ['Gdynia', 'Baltic'],
      ['Valencia', 'Levante'],
      ['Trieste', 'Adria'],
      ['Antwerp', 'Scheldt'],
    ],
    things: [
      ['reefer container', 'cooled box', 'degrees'],
      ['customs paper', 'border form', 'codes'],
      ['gate slot', 'entry window', 'times'],
      ['forwarder', 'freight broker', 'firm'],
      ['demurrage', 'standing fee', 'euros'],
      ['tracking socket', 'position feed', 'port'],
      ['night loading', 'loading after dark', 'rule'],
    ],
  },
  {
    name: 'film studio',
    places: [
      ['stage one', 'big hall'],
      ['stage two', 'small hall'],
      ['backlot', 'outdoor set'],
      ['sound suite', 'mixing room'],
    ],
    things: [
      ['render node', 'farm machine', 'port'],
      ['catering', 'lunch truck', 'firm'],
      ['call time', 'meeting of the crew', 'times'],
      ['camera rental', 'lens hire', 'euros'],
      ['script supervisor', 'continuity', 'person'],
      ['prop crate', 'box of props', 'codes'],
      ['real candles', 'open flames', 'rule'],
    ],
  },
];

/** Work in the repository: an artefact, its other name, and the file it lives in. */
export const artefacts: readonly (readonly [name: string, other: string, file: string])[] = [
  ['price list export', 'CSV of prices', 'src/prices.ts'],
  ['invoice parser', 'reader of bills', 'src/invoices.ts'],
  ['calendar sync', 'appointment import', 'src/calendar.ts'],
  ['stock report', 'inventory summary', 'src/stock.ts'],
  ['label printer driver', 'sticker output', 'src/labels.ts'],
  ['route planner', 'tour optimiser', 'src/routes.ts'],
  ['search page', 'finder view', 'web/search.html'],
  ['login form', 'sign-in mask', 'web/login.html'],
  ['archive job', 'yearly clean-up', 'jobs/archive.py'],
  ['alert mails', 'warning messages', 'src/alerts.ts'],
  ['unit converter', 'measure conversion', 'lib/units.ts'],
  ['audit trail', 'change history', 'src/audit.ts'],
  ['photo upload', 'picture intake', 'src/photos.ts'],
  ['tax rounding', 'VAT cents', 'lib/tax.ts'],
  ['holiday table', 'bank holidays', 'data/holidays.json'],
  ['deploy script', 'rollout steps', 'scripts/deploy.sh'],
];

/** What is done to an artefact, and how a commit tells it in other words. */
export const deeds: readonly (readonly [task: string, commit: string])[] = [
  ['Write the', 'First version of the'],
  ['Repair the', 'Fix the'],
  ['Speed up the', 'Make faster: the'],
  ['Document the', 'Explain the'],
  ['Simplify the', 'Fewer lines for the'],
  ['Translate the', 'Other languages in the'],
];

export const checkCommands: readonly string[] = [
  'npm test',
  'npm run lint',
  'npx tsc --noEmit',
  'pytest -q',
  'make check',
];
