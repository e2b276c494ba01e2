// A home full of facts, each with a question that somebody would ask about it: made by rule, the same every time.

export interface Facts {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly questions: readonly { readonly text: string; readonly answers: readonly string[] }[];
}

const things = (
  'billing gateway|staging database|image resizer|search cluster|mail relay|login page|report exporter|backup job|payment webhook|' +
  'mobile client|import queue|metrics board|invoice template|session cache|audit trail|translation file|feature switch|address book|' +
  'video encoder|chat bridge|price table|geo lookup|badge printer|door controller|rate limiter'
).split('|');

/** What is said of a thing, and how it is asked for. */
const sayings: readonly (readonly [says: (thing: string, at: number) => string, asks: (thing: string) => string])[] = [
  [
    (thing, at) => `The ${thing} is reset every ${days[at % 7]} at ${at % 24}:30.`,
    (thing) => `When is the ${thing} reset?`,
  ],
  [
    (thing, at) => `${people[at % 10]} looks after the ${thing}.`,
    (thing) => `Who is responsible for the ${thing}, who looks after it?`,
  ],
  [(thing, at) => `The ${thing} listens on port ${4000 + at}.`, (thing) => `Which port does the ${thing} use?`],
  [
    (thing, at) => `We moved the ${thing} to ${places[at % 8]} because the old one was too slow.`,
    (thing) => `Why did we move the ${thing}?`,
  ],
  [
    (thing, at) => `A password for the ${thing} is asked of ${people[(at + 3) % 10]}, never of the hotline.`,
    (thing) => `Whom do I ask for the password of the ${thing}?`,
  ],
  [
    (thing, at) => `If the ${thing} hangs, restart it twice and wait ${(at % 9) + 2} minutes.`,
    (thing) => `What to do when the ${thing} hangs?`,
  ],
  [
    (thing, at) => `The ${thing} keeps its files for ${(at % 80) + 10} days.`,
    (thing) => `How long are files of the ${thing} kept?`,
  ],
  [
    (thing, at) => `Tests of the ${thing} need ${places[(at + 5) % 8]} and a fake clock.`,
    (thing) => `What do tests of the ${thing} need?`,
  ],
  [
    (thing, at) => `The ${thing} was written in ${2010 + (at % 15)} by ${people[(at + 6) % 10]}.`,
    (thing) => `In which year was the ${thing} written?`,
  ],
  [
    (thing, at) => `Customers pay ${(at % 40) + 3} dollars a month for the ${thing}.`,
    (thing) => `How much does the ${thing} cost a customer?`,
  ],
  [
    (thing, at) => `The ${thing} may be switched off during ${days[(at + 2) % 7]} nights only.`,
    (thing) => `When may the ${thing} be switched off?`,
  ],
  [
    (thing) => `Logs of the ${thing} contain addresses, so they must not be shared.`,
    (thing) => `May logs of the ${thing} be shared?`,
  ],
  [
    (thing, at) => `The ${thing} depends on ${places[(at + 1) % 8]}; without it nothing starts.`,
    (thing) => `What does the ${thing} depend on?`,
  ],
  [
    (thing, at) => `Deploying the ${thing} takes ${(at % 50) + 5} minutes and two approvals.`,
    (thing) => `How many approvals does deploying the ${thing} take?`,
  ],
  [
    (thing) => `The ${thing} speaks German and French, Polish is planned.`,
    (thing) => `Which languages does the ${thing} speak?`,
  ],
  [
    (thing, at) => `The last outage of the ${thing} was caused by a full disk on ${days[(at + 4) % 7]}.`,
    (thing) => `What caused the last outage of the ${thing}?`,
  ],
  [
    (thing, at) => `For the ${thing} we decided against ${places[(at + 2) % 8]}: the licence is too dear.`,
    (thing) => `What did we decide against for the ${thing}, and why?`,
  ],
  [
    (thing, at) => `The ${thing} holds at most ${(at % 900) + 100} entries.`,
    (thing) => `How many entries can the ${thing} hold at most?`,
  ],
  [
    (thing, at) => `${people[(at + 1) % 10]} wants the ${thing} to be rewritten in Rust.`,
    (thing) => `Who wants to rewrite the ${thing}?`,
  ],
  [
    (thing) => `Colours of the ${thing} come from the brand book, page twelve.`,
    (thing) => `Where do the colours of the ${thing} come from?`,
  ],
];
const days = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
const people = 'Ada Bela Chidi Dora Emre Fatima Goran Hana Ines Jonas'.split(' ');
const places =
  'Frankfurt|the second rack|a rented server|Kubernetes|the old laptop|Redis|Postgres|an object store'.split('|');

/** So many, at most 500. */
export function factsWithQuestions(count: number): Facts {
  const all = things.flatMap((thing, row) =>
    sayings.map(([says, asks], column) => ({
      thing,
      row,
      column,
      text: says(thing, row * 20 + column * 7),
      asks: asks(thing),
    })),
  );
  const files = new Map<string, string[]>();
  const questions: Facts['questions'][number][] = [];
  for (const { row, column, text, asks } of all) {
    // Facts about one thing lie in several files, as they do where people write.
    const path =
      column % 3 === 0
        ? `notes/2026-0${(row % 9) + 1}-1${column % 10}.md`
        : `docs/${things[row]?.replace(' ', '-')}-${column % 2}.md`;
    const lines = files.get(path) ?? [`# ${path.startsWith('notes') ? 'Notes' : `About the ${things[row]}`}`, ''];
    lines.push(`- ${text}`);
    files.set(path, lines);
    questions.push({ text: asks, answers: [`${path}:${lines.length}`] });
  }
  const step = Math.max(1, Math.floor(questions.length / count));
  return {
    files: [...files].map(([path, lines]) => ({ path, text: `${lines.join('\n')}\n` })),
    questions: questions.filter((_, at) => at % step === 0).slice(0, count),
  };
}
