// What a person asked for, as far as it says something: not every prompt is a wish.
import type { StepRecord } from '../steps/steps.ts';
import { oneLine } from '../text/text.ts';

export interface Asked {
  readonly text: string;
  readonly time: string;
}

/** Each thing once, by its last time; a harness may tell it twice, and a person may say it again. */
export function askedIn(intents: readonly StepRecord[]): Asked[] {
  const prompts = intents.filter(({ tool, target }) => tool === 'prompt' && saysSomething(target));
  const byCall = new Map(prompts.map((prompt, index) => [prompt.call ?? `${index}`, prompt]));
  const byText = new Map<string, Asked>();
  for (const { target, time } of byCall.values()) {
    const text = oneLine(target, 200);
    const key = wordsIn(text).join(' ');
    byText.delete(key);
    byText.set(key, { text, time });
  }
  return [...byText.values()];
}

/** The last thing asked, if nothing was committed since. A commit's time has whole seconds. */
export function wantedOf(asked: readonly Asked[], commits: readonly { readonly time: string }[]): string | undefined {
  const last = asked.at(-1);
  if (last === undefined) return undefined;
  return commits.some(({ time }) => time.slice(0, 19) > last.time.slice(0, 19)) ? undefined : last.text;
}

/** What was asked before that, and nothing was committed before the next was asked: it may be left. How far back is known, the oldest commit says. */
export function leftAsked(asked: readonly Asked[], commits: readonly { readonly time: string }[]): string[] {
  const oldest = commits.at(-1)?.time.slice(0, 19) ?? '';
  return asked.slice(0, -1).flatMap(({ text, time }, at) => {
    const [from, to] = [time.slice(0, 19), asked[at + 1]?.time.slice(0, 19) ?? ''];
    const isAnswered = commits.some((commit) => commit.time.slice(0, 19) > from && commit.time.slice(0, 19) <= to);
    return isAnswered || from < oldest ? [] : [text];
  });
}

/** What harnesses put among the prompts themselves. */
const notAPersons =
  /^(?:<[a-z-]+>|\[request interrupted|\[image|caveat: the messages below|this session is being continued)/iu;
/** Words that only say yes, no, thanks or go on, in the languages most people say them in. */
const nods: ReadonlySet<string> = new Set(
  `
    ok okay k kk y yes yeah yep yup ya sure fine good great nice cool perfect awesome right correct exactly agreed lgtm
    thanks thank you thx ty please pls continue go on ahead proceed resume next more again retry try keep going do it that
    this so then now and all done ready ship sounds looks lets let us start begin no nope n stop wait cancel nevermind never mind hi hello hey
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
