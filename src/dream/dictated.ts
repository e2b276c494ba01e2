// Whether a verdict only does what some gathered text asked for: a task and its move in one line that is not our own.
// The words are frozen, as those in `guard` are: what holds is which moves are allowed, not which phrases are recognised.
import { type Board, type Task, tasksOf, type Verb } from '../board/board.ts';
import { readingsOf } from '../guard/guard.ts';
import { oneLine, skeleton } from '../text/text.ts';
import { boardLabel, type Section } from './input.ts';

/** Words that ask for a move wherever they stand in a line that names the task. */
const asking: Readonly<Record<Verb, RegExp>> = {
  'pick up':
    /\b(?:pick(?:ed|ing)?[ -]?up|prioriti[sz]\w*|promot(?:e|ed|ing)|urgent\w*|most important|(?:top|highest|first) priority|top of|do (?:it |this |that )?(?:first|next|now)|(?:must|should|has to|needs to|shall|ought to|to) (?:be|come|go) (?:next|first|done)|(?:mark|make|set|move|turn|put|state|status)\b.{0,60}\bnext|as next|comes? next|above all|before (?:anything|everything) else|priorisier\w*|dringend\w*|als nächstes|zuerst|vorzieh\w*|vorrang|prioritaire|d'abord|en premier|ensuite|priorid\w*|prioriza\w*|primero|siguiente|urgente?)\b|priorité|priorità|优先|下一个|首先|最重要|приоритет|следующ|сначала|срочн/u,
  'put down':
    /\b(?:put(?:ting)?[ -]?down|deprioriti[sz]\w*|demot(?:e|ed|ing)|postpon\w*|defer(?:red)?|park(?:ed|ing)?|shelv\w*|not now|stop work\w*|set aside|hold off|(?:back to|as|to|=|be|in) todo|can wait|on hold|put off|zurückstell\w*|verschieb\w*|aufschieb\w*|vertag\w*|später|reporte[zr]?|reporter|repousse[zr]?|plus tard|pospon\w*|aplaz\w*|más tarde|dejar|deja|rimanda\w*)\b|de côté|推迟|搁置|暂停|以后|放下|отлож|позже/u,
  cancel:
    /\b(?:cancel(?:led|ling|ed|ing|lation)?(?! (?:button|token|request|order|event|link|icon|dialog|handler|signal|key|action|callback)s?\b)|abandon(?:ed|ing)?|won'?t (?:do|fix)|wontfix|give up|scrap(?:ped|ping)?|call off|called off|get rid of|must (?:die|go)|(?:should|must|shall|can|has to|needs to) (?:be )?(?:closed?|dropped?|deleted?|removed?|discarded|killed|go away|disappear)|abbrech\w*|brich|abgebrochen|streich\w*|gestrichen|verwirf|verwerf\w*|verworfen|stornier\w*|lösch\w*|annul\w*|abandonn\w*|supprim\w*|cancela\w*|elimina\w*|descart\w*|anula\w*|cancella\w*)\b|取消|放弃|删除|关闭|作废|отмен|удал|закр/u,
  // Whoever finished something says so in their commit; asking is to tell somebody else to call it done.
  done: /\b(?:(?:mark|set|move|make|turn|put|call|declare|consider|treat|count|report|flag|tick)(?:ed|ing)?\b.{0,60}\b(?:done|finished|completed?|closed)|(?:must|should|shall|can|has to|needs to|is to) be (?:marked|called|declared|considered|treated|counted|closed))\b/u,
};

/** Words that ask for it only right before or behind the task; elsewhere they tell of the work. `§` is the task. */
const object = String.raw`(?:[\s:="'\x60(\[]|\b(?:the|this|that|our|a|task|tasks|item|ticket|todo|heading|entry|card|objective|called|named|titled|on|for|with|please|now|immediately|about)\b)*`;
const subject = String.raw`[\s"'\x60)\],:—-]*(?:\b(?:task|item|ticket|todo|one|is|are|was|be|been|has|can|should|must|needs?|to|now|as|it|simply|just|completely)\b[\s,:]*)*`;
const near: Readonly<Record<Verb, readonly RegExp[]>> = {
  'pick up': [
    new RegExp(
      String.raw`\b(?:start|begin|start with|focus on|work on|do|tackle|finish|take|next\s*:|first\s*:)${object}§`,
      'u',
    ),
    new RegExp(
      String.raw`§${subject}\b(?:next(?! to\b)|first(?! (?:draft|part|version|step|cut|pass|try)\b)|immediately|asap|(?:now|today|tonight)(?=\W*$))\b`,
      'u',
    ),
  ],
  'put down': [
    new RegExp(String.raw`\b(?:drop|pause|stop|leave|delay|suspend|freeze|later)${object}§`, 'u'),
    new RegExp(
      String.raw`§${subject}\b(?:later|wait|waits|paused?|dropped|stopped|delayed|suspended|frozen|todo)\b`,
      'u',
    ),
  ],
  cancel: [
    new RegExp(
      String.raw`\b(?:drop|kill|close|closes|closing|delete|remove|discard|forget|reject|ditch|stop|end|bin|trash|no more|skip)${object}§`,
      'u',
    ),
    new RegExp(
      String.raw`§${subject}\b(?:obsolete|not needed|not wanted|unneeded|pointless|useless|worthless|dead|no longer (?:needed|relevant|wanted|required|necessary|useful)|out of scope|dropped|closed|deleted|removed|discarded|killed|rejected|gone|never)\b`,
      'u',
    ),
  ],
  done: [new RegExp(String.raw`(?<![\p{L}\p{N}])done\s*[:=]${object}§`, 'u')],
};

/** The same lines are asked about for each verdict of an answer. */
const readings = new WeakMap<readonly Section[], Map<string, readonly string[]>>();

function remembered(known: Map<string, readonly string[]>, text: string): readonly string[] {
  const made = readingsOf(text);
  known.set(text, made);
  return made;
}

/** How a task may be called in a line. */
interface Called {
  readonly names: readonly string[];
  readonly words: ReadonlySet<string>;
}

const called = new WeakMap<Task, Called>();

function calledBy(task: Task): Called {
  const known = called.get(task);
  if (known !== undefined) return known;
  const names = [loose(skeleton(task.title)), loose(task.title.normalize('NFKC').toLowerCase())];
  const made: Called = { names, words: tellingWords(names[0] ?? '') };
  called.set(task, made);
  return made;
}

/** Whether one of the readings of a text asks for one of these moves of this task. */
function isAsking(given: readonly string[], verbs: readonly Verb[], task: Task): boolean {
  return given.some((reading) => {
    const rest = withoutTask(reading, calledBy(task));
    return (
      rest !== undefined &&
      verbs.some((verb) => asking[verb].test(rest) || near[verb].some((pattern) => pattern.test(rest)))
    );
  });
}

/** Whether a name or title asks for a move of some other task: such a one is not handed on. */
export function asksForMove(text: string, board: Board): boolean {
  const given = readingsOf(text);
  return tasksOf(board).some(
    (task) => task.title !== text && isAsking(given, ['pick up', 'put down', 'cancel', 'done'], task),
  );
}

/** The line that asks for it, or undefined. What the board says in the task's own heading is its title, not an order. */
export function dictatedBy(sections: readonly Section[], verb: Verb, task: Task): string | undefined {
  const known = readings.get(sections) ?? new Map<string, readonly string[]>();
  readings.set(sections, known);
  const asks = (text: string): boolean => isAsking(known.get(text) ?? remembered(known, text), [verb], task);
  for (const { label, lines, isOwn } of sections) {
    if (isOwn === true) continue;
    const isProse = label === boardLabel || label.startsWith('WHAT THE AGENT IS TOLD');
    const texts = lines.map((line) => (label === boardLabel && isHeading(line, task) ? '' : line));
    for (const [index, line] of texts.entries()) {
      if (asks(line)) return line;
      // An order may be broken in two where lines belong together.
      const following = isProse && isText(line) && isText(texts[index + 1] ?? '') ? texts[index + 1] : undefined;
      if (following !== undefined && asks(`${line} ${following}`)) return `${line} ${following}`;
    }
  }
  return undefined;
}

/** Neither a heading nor the line that says whose text follows. */
function isText(line: string): boolean {
  return line !== '' && !/^\*+ |^\[\S+ .*\]$/u.test(line);
}

/** Letters and digits, one blank between them: `honest-faq.md` and `Honest FAQ` are called the same. */
function loose(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

const filler: ReadonlySet<string> = new Set(
  'the and for with from into that this our your all not are was has'.split(' '),
);

function tellingWords(name: string): ReadonlySet<string> {
  return new Set(name.split(' ').filter((word) => word.length >= 3 && !filler.has(word)));
}

/** The line with `§` where it names the task, whole or by most of its words; undefined if it does not. */
function withoutTask(line: string, { names, words }: Called): string | undefined {
  // Most lines speak of something else.
  if (![...names, ...words].some((word) => line.includes(word))) return undefined;
  const parts = [...line.matchAll(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu)].map(([part]) => part);
  const spoken = parts.filter((part) => /[\p{L}\p{N}]/u.test(part));
  for (const name of names) {
    if (name.length < 3) continue;
    const wanted = name.split(' ');
    const at = indexOfRun(spoken, wanted);
    if (at !== -1) return masked(parts, at, wanted.length);
    // Scripts without blanks between words.
    if (/[^\p{Script=Latin}\p{N}\s]/u.test(name) && line.includes(name)) return line.replace(name, ' § ');
  }
  if (words.size < 2) return undefined;
  const shared = new Set(spoken.filter((word) => words.has(word)));
  if (shared.size < 2 || shared.size / words.size < 0.6) return undefined;
  let isFirst = true;
  return parts
    .map((part) => {
      if (!words.has(part)) return part;
      const mark = isFirst ? '§' : '';
      isFirst = false;
      return mark;
    })
    .join('')
    .replace(/§[\s-]+/u, '§ ');
}

function indexOfRun(all: readonly string[], wanted: readonly string[]): number {
  return all.findIndex((_, at) => wanted.every((word, index) => all[at + index] === word));
}

/** The parts with `count` words from the `from`th on replaced by one mark. */
function masked(parts: readonly string[], from: number, count: number): string {
  let word = -1;
  return parts
    .flatMap((part) => {
      const isWord = /[\p{L}\p{N}]/u.test(part);
      if (isWord) word += 1;
      if (isWord ? word < from || word >= from + count : word < from || word >= from + count - 1) return [part];
      return isWord && word === from ? ['§'] : [];
    })
    .join('');
}

/** The heading of the task itself, or the line under which the digest tells its text. */
function isHeading(line: string, { level, state, title, priority }: Task): boolean {
  const shown = oneLine(title, 300);
  const start = `${'*'.repeat(level)} ${state} ${priority === undefined ? '' : `[#${priority}] `}${shown}`;
  return (
    line === `[${state} ${oneLine(title, 80)}]` ||
    (line.startsWith(start) && /^(?: :\S+:)?(?: \(claimed by \S+\))?$/u.test(line.slice(start.length)))
  );
}
