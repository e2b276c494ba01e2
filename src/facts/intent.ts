// What a person asked for, as far as it says something: not every prompt is a wish.
import { type Board, tasksOf } from '../board/board.ts';
import type { StepRecord } from '../steps/steps.ts';
import { oneLine } from '../text/text.ts';
import { concernsIn } from './wishes.ts';

export interface Asked {
  readonly text: string;
  readonly time: string;
  /** The session it was asked in, if that is known. */
  readonly run?: string | null;
}

/** Each thing once, by its last time; a harness may tell it twice, and a person may say it again. */
export function askedIn(intents: readonly StepRecord[]): Asked[] {
  // The same words may be there a thousand times: a harness asks them every hour, or a person goes on with them.
  const says = new Map<string, boolean>();
  const isAsking = (target: string): boolean => {
    const known = says.get(target) ?? saysSomething(target);
    says.set(target, known);
    return known;
  };
  const prompts = intents.filter(({ tool, target }) => tool === 'prompt' && isAsking(target));
  const byCall = new Map(prompts.map((prompt, index) => [prompt.call ?? `${index}`, prompt]));
  const byText = new Map<string, Asked>();
  const read = new Map<string, { readonly text: string; readonly key: string }>();
  for (const { target, time, run } of byCall.values()) {
    const { text, key } = read.get(target) ?? readPrompt(target);
    read.set(target, { text, key });
    byText.delete(key);
    byText.set(key, { text, time, run });
  }
  return [...byText.values()];
}

function readPrompt(target: string): { readonly text: string; readonly key: string } {
  const text = oneLine(target, 200);
  return { text, key: wordsIn(text).join(' ') };
}

/** The last thing asked for, if nothing was committed for it since, on whatever branch. A question ("where were we?") wants an answer, and had it. A commit's time has whole seconds. */
export function wantedOf(
  asked: readonly Asked[],
  commits: readonly Landed[],
  isFor: IsFor = anybodys,
): Asked | undefined {
  const last = asked.findLast(isAsking);
  if (last === undefined) return undefined;
  const from = last.time.slice(0, 19);
  // In the same second nobody knows, unless its own session made it: that was asked first.
  const isDone = (commit: Landed): boolean => {
    const at = commit.time.slice(0, 19);
    if (at < from) return false;
    const whose = isFor(last, commit);
    return at === from ? whose === 'own' : whose !== 'no';
  };
  return commits.some(isDone) ? undefined : last;
}

/** Whether a commit that came after a request may be for it; `own`: it was made in the session that was asked. */
export type IsFor = (asked: Asked, commit: Landed) => 'no' | 'may be' | 'own';
const anybodys: IsFor = () => 'may be';

/** The last of them that asks for something: a question or a look was answered, whatever was committed after it. */
export function lastWish(asked: readonly string[]): string | undefined {
  return asked.findLast(asksForSomething);
}

export interface Landed {
  readonly files?: readonly string[];
  readonly id?: string;
  readonly author?: string;
  readonly time: string;
  readonly authored?: string;
  readonly subject?: string;
}

/**
 * What was asked before that, and nothing was committed before the next was asked, nor under its words since: it may be left. Who amends or
 * rebases a commit gives it a new time, and leaves when it was written. How far back is known, the oldest commit says.
 */
export function leftAsked(
  asked: readonly Asked[],
  commits: readonly Landed[],
  onBranches: readonly Landed[] = [],
  isFor: IsFor = anybodys,
): string[] {
  const all = [...commits, ...onBranches];
  const oldest = commits.at(-1)?.time.slice(0, 19) ?? '';
  const wishes = asked.filter(isAsking);
  return wishes.slice(0, -1).flatMap((wish, at) => {
    const { text, time, run } = wish;
    const [from, to] = [time.slice(0, 19), wishes[at + 1]?.time.slice(0, 19) ?? ''];
    // Where another session was asked meanwhile, its own goes on until it is asked for something else itself.
    const own =
      wishes
        .slice(at + 1)
        .find((each) => each.run === run)
        ?.time.slice(0, 19) ?? '9';
    const isAnswered = all.some((commit) => {
      const whose = isFor(wish, commit);
      const isWithin = (when: string): boolean =>
        whose === 'own'
          ? when.slice(0, 19) >= from && when.slice(0, 19) <= own
          : when.slice(0, 19) > from && when.slice(0, 19) <= to;
      return (
        (whose !== 'no' && (isWithin(commit.time) || isWithin(commit.authored ?? ''))) ||
        (commit.time.slice(0, 19) > from && saysIt(text, commit.subject ?? ''))
      );
    });
    return isAnswered || from < oldest ? [] : [text];
  });
}

/** Whether a commit goes by words of what was asked, as they stand there. */
function saysIt(asked: string, subject: string): boolean {
  const words = wordsIn(subject);
  return words.length > 2 && ` ${wordsIn(asked).join(' ')} `.includes(` ${words.join(' ')} `);
}

/** Without what names a task that is done, or looks so: that is told with its commit, and not as left. */
export function notDone(texts: readonly string[], looksDone: readonly { readonly task: string }[]): string[] {
  const done = looksDone.map(({ task }) => wordsIn(task).join(' ')).filter((title) => title.includes(' '));
  return texts.filter((text) => !done.some((title) => ` ${wordsIn(text).join(' ')} `.includes(` ${title} `)));
}

/** The tasks that a board calls done. */
export function doneOn(board: Board | undefined): readonly { readonly task: string }[] {
  return board === undefined ? [] : tasksOf(board).flatMap(({ title, isDone }) => (isDone ? [{ task: title }] : []));
}

/** What is answered by words, and leaves nothing to go on with. */
const onlyWords =
  /^(?:(?:please|ok|so|and|now|then|can you|could you|would you|just),? )*(?:show|list|print|display|explain|describe|summari[sz]e|tell me|remind me|(?<=just )(?:look|check|see|read))\b/iu;

/** More than a question, a look, or what is put off. */
export function isAsking({ text }: Asked): boolean {
  return asksForSomething(text);
}

function asksForSomething(text: string): boolean {
  return concernsIn(text).some((sentence) => !onlyWords.test(sentence));
}

/** What harnesses put among the prompts themselves. */
const notAPersons =
  /^(?:<[a-z-]+>|\[request interrupted|\[image|caveat: the messages below|this session is being continued)/iu;
/** Words that only say yes, no, thanks or go on, in the languages most people say them in. */
const nods: ReadonlySet<string> = new Set(
  `
    ok okay k kk y yes yeah yep yup ya sure fine good great nice cool perfect awesome right correct exactly agreed lgtm
    thanks thank you thx ty please pls continue go on ahead proceed resume next more again retry try keep going do it that
    this with so then now and all done ready ship sounds looks lets let us start begin no nope n stop wait cancel nevermind never mind hi hello hey
    ja jo jep gut weiter mach mache machen bitte danke genau passt los nein gerne klar alles super fertig fortfahren
    oui non daccord d accord continuez vas y allez merci bien parfait suite la
    si sí vale claro sigue continúa continua adelante gracias dale perfecto bueno
    sì va bene grazie avanti perfetto certo sim não obrigado obrigada pode continuar beleza
    ga door graag prima goed nee tak dalej dobrze proszę nie ano dál tack fortsätt kör takk
    да нет хорошо продолжай дальше спасибо ок давай так tamam evet devam
    はい いいえ 続けて 続けてください 続き お願いします ありがとう 了解 好 好的 是 是的 对 不 可以 继续 请继续 谢谢 繼續 네 예 아니요 계속 계속해 계속해줘 좋아
  `
    .trim()
    .split(/\s+/u),
);

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Whether a prompt asks for something: no nod, no slash command, no bare path, no number of a choice. */
export function saysSomething(prompt: string): boolean {
  const text = oneLine(prompt, 400);
  if (text.startsWith('/') || text.startsWith('!') || notAPersons.test(text)) return false;
  // The number of an issue by itself; shorter ones answer a question.
  if (/^(?:#\d{1,6}|\d{3,6})[.!]?$/u.test(text)) return true;
  const words = wordsIn(text);
  if (words.length <= 6 && words.every((word) => nods.has(word) || /^\d+$/u.test(word))) return false;
  const isOneName = !/\s/u.test(text);
  // A word by itself is a name, a path, an address or a slip; in writing without blanks it may be a sentence.
  return !isOneName || /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{4,}/u.test(text);
}
