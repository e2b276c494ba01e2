// The dream as an act of a night: due after work, gated, from the facts of the day, and one entry of the journal in the end.
import type { Act, KeptAnswer, LeftOutLine, NotNow, Proposal, ReadAnswer, Ready, Tonight } from '../asking/asking.ts';
import { tasksOf } from '../board/board.ts';
import { DreamkeeperError } from '../errors/errors.ts';
import { type Facts, gatherFacts, hasNews, isPreviousOurs, markOf } from '../facts/facts.ts';
import {
  echoFrom,
  entryName,
  entryOf,
  hashOf,
  isDream,
  isUndone,
  type LedgerRead,
  likeness,
  nightsOf,
  parseEntry,
  printEntry,
  subjectOf,
  tellDamage,
} from '../journal/journal.ts';
import { clock, inWords } from '../text/text.ts';
import type { AgentHome } from '../world/world.ts';
import { dreamFromAnswer, measureOf } from './answer.ts';
import { answerSchema } from './answer-form.ts';
import { type Dreamt, dreamByRules } from './builtin.ts';
import { clean } from './clean.ts';
import { dreamsPerGate, intervalOf, shutFor, shutForSession, whyShut } from './gate.ts';
import { dreamPrompt, promptVersion, tasksAsked } from './prompt.ts';

const temperature = 0.8;

export const dreamAct: Act = {
  name: 'dream',
  kind: 'rem',
  triggers: ['hand', 'cadence', 'after-run', 'session'],
  gather: async (home, tonight) => {
    const facts = await gatherFacts({ ...home, purpose: 'dream' });
    return whyNot(home, facts, tonight) ?? ready(home, facts, tonight);
  },
};

/** Why there is no dream now; undefined if there is one. */
function whyNot(
  { settings, agent }: AgentHome,
  facts: Facts,
  { env, interval: given, trigger, isForced }: Tonight,
): NotNow | undefined {
  const not = (outcome: NotNow['outcome'], reason: string, message: string): NotNow => {
    return { kind: 'not now', outcome, reason, message };
  };
  // Half of the facts would make a dream that is not true, and what it did not see would count as seen. Only the board may be missing:
  // whatever it says will be new when it can be read again.
  const unreadable = facts.problems.find((problem) => !problem.startsWith('the board: '));
  if (unreadable !== undefined)
    return not('failed', unreadable.startsWith('the project: ') ? 'project-unreadable' : 'unreadable', unreadable);
  const damage = tellDamage(facts.ledger);
  if (damage !== undefined) return not('failed', 'ledger-broken', damage);
  const interval = given ?? intervalOf(settings, env);
  // A run or a session is over, and what it did is not dreamt of yet: whenever the last dream was, up to a few in the time of the gate.
  // A gate that a cadence declares is kept as it stands: one dream in its time, whoever asks.
  const isAtSession = given === undefined && (trigger === 'session' || trigger === 'after-run');
  const shut = isAtSession
    ? shutForSession(nightsOf(facts.ledger, agent), interval, facts.now)
    : shutFor(facts.lastNight, interval, facts.now);
  // A receipt is read later, too: with the hour, and not only how long it was then.
  const next = `the next one is possible in ${inWords(shut)} (${clock(new Date(Date.parse(facts.now) + shut).toISOString())})`;
  if (!isForced && shut > 0)
    return not(
      'gated',
      'interval',
      isAtSession
        ? `there were ${dreamsPerGate} dreams within ${inWords(interval)}; ${next}`
        : `${whyShut(facts.lastNight, interval, facts.now, wasTakenBack(facts))}; ${next}`,
    );
  return isForced || hasNews(facts.news) ? undefined : not('noop', 'no-news', noNews(facts));
}

function noNews(facts: Facts): string {
  const { lastNight } = facts;
  return lastNight === undefined
    ? 'nothing has happened here yet: no commit, no step, no task'
    : `nothing is new since the dream of ${clock(lastNight.time)}${wasTakenBack(facts) ? ', which was taken back' : ''}`;
}

function wasTakenBack({ ledger, lastNight }: Facts): boolean {
  return lastNight !== undefined && isUndone(ledger, lastNight.id);
}

function ready(home: AgentHome, facts: Facts, { id }: Tonight): Ready {
  const { settings, agent } = home;
  const { digested, project, lastNight } = facts;
  return {
    kind: 'ready',
    question: {
      version: promptVersion,
      schema: answerSchema(),
      temperature: settings.rem?.temperature ?? temperature,
      about: [agent, digested, project.head, project.branch, lastNight?.id ?? null],
      prompt: (code, form) => dreamPrompt(facts, code, form),
      offline: () => printEntry(dreamByRules(facts, id, 'builtin').entry),
    },
    byRules: (model) => proposed(home, facts, dreamByRules(facts, id, model), []),
    read: (answer, model) => readDream(home, facts, id, answer, model),
  };
}

function readDream(home: AgentHome, facts: Facts, id: string, { code, text }: KeptAnswer, model: string): ReadAnswer {
  const read = dreamFromAnswer(measureOf(facts), id, model, text, { code, tasks: tasksAsked(facts, code) });
  return read.kind === 'malformed' ? read : proposed(home, facts, read.dreamt, read.leftOut);
}

function proposed(home: AgentHome, facts: Facts, given: Dreamt, leftOut: readonly LeftOutLine[]): ReadAnswer {
  const dreamt = clean(given, home.settings.secrets?.allow ?? []);
  const text = printEntry(dreamt.entry);
  const read = parseEntry(Buffer.from(text));
  // What we print we can read; if not, it is our bug, and nothing of it lands.
  if (read.kind === 'malformed' || printEntry(read.entry) !== text)
    return { kind: 'malformed', reason: 'the dream could not be read back as it was printed' };
  return { kind: 'proposal', proposal: proposalOf(home, facts, dreamt, text, leftOut) };
}

function proposalOf(
  { world, home, agent }: AgentHome,
  facts: Facts,
  dreamt: Dreamt,
  text: string,
  leftOut: readonly LeftOutLine[],
): Proposal {
  const bytes = Buffer.from(text);
  // Also not the name of one that is not on disk right now: taken back, or left out by a sparse checkout.
  const taken = facts.ledger.lines.filter(isDream).map(({ entry }) => entryOf(entry));
  const file = entryName(facts.now, new Set([...world.files.list(home.home, 'rem'), ...taken]));
  // What somebody else wrote does not make ours an echo.
  const before = facts.previous === undefined || !isPreviousOurs(facts) ? undefined : parseEntry(facts.previous.bytes);
  const { header, tale, verdicts } = dreamt.entry;
  const left = leftOut.filter(({ isVerdict }) => isVerdict).length;
  const subject = subjectOf(tale);
  return {
    edits: [
      {
        path: `rem/${file}`,
        isHosts: true,
        rule: 'refuse',
        undo: 'entry',
        edit: (content) => newEntry(file, content, bytes),
      },
    ],
    part: {},
    reason: 'dreamt',
    subject,
    model: header.model,
    leftOut,
    message: `${subject.replace(/^rem: /u, '')}${goesOn(facts, agent)}`,
    dream: {
      file,
      text,
      verdicts,
      facts,
      line: {
        model: header.model,
        entry: `rem/${file}`,
        sha256: hashOf(bytes),
        echo: before?.kind === 'dream' && likeness(before.entry, dreamt.entry) >= echoFrom,
        head: facts.project.head,
        branch: header.branch,
        digested: facts.digested,
        verdicts: [...dreamt.verdicts],
        doing: [...dreamt.doing],
        open: openMarks(facts),
        ...(dreamt.finished.length === 0 ? {} : { finished: [...dreamt.finished] }),
        ...(left === 0 ? {} : { left }),
      },
    },
    stillFits: (ledger) => stillTheLast(ledger, agent, facts),
  };
}

/** More open tasks than this nobody has to know again. */
const mostMarks = 500;

function openMarks({ board }: Facts): string[] {
  const open = board === undefined ? [] : tasksOf(board).filter(({ isDone }) => !isDone);
  return open.slice(0, mostMarks).map(({ title }) => markOf(title));
}

/** A machine that has not slept here yet goes on from a dream that came with the repository. Whoever put it there, that is said. */
function goesOn({ ledger, evidence, lastNight }: Facts, agent: string): string {
  const isOwn = nightsOf({ ...ledger, lines: evidence }, agent).length > 0;
  if (lastNight === undefined || isOwn) return '';
  return `; the first dream of this machine goes on from ${lastNight.id}, which came with the repository: what that one says it has seen is not told again`;
}

/** Asked under the lock: of several nights that gathered the same news, one dreams of it. */
function stillTheLast(ledger: LedgerRead, agent: string, { lastNight }: Facts): void {
  const last = nightsOf(ledger, agent).at(-1);
  if (last?.id === lastNight?.id) return;
  throw new DreamkeeperError('E_CHANGED_MEANWHILE', 'another dream was written while this one was being made', {
    hint: 'Nothing was changed. The next sleep uses what is still new.',
  });
}

/** Somebody put a file of this name there since it was chosen: it is theirs, and this night fails. */
function newEntry(file: string, there: Uint8Array | undefined, bytes: Uint8Array): Uint8Array {
  if (there === undefined || Buffer.from(bytes).equals(there)) return bytes;
  throw new DreamkeeperError('E_CHANGED_MEANWHILE', `rem/${file} appeared while the dream was being written`, {
    hint: 'Nothing was changed. The next sleep uses another name.',
  });
}
