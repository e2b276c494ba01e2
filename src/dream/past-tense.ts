// The first word of a commit's subject, in the past tense: people write "Add x", "Added x", "adds x" and "adding x", and mean the same.
import { isDoing, isName, isSentence } from './no-deed.ts';

/** What a commit did, as far as its first word or its prefix says. */
export type WorkKind =
  | 'feature'
  | 'fix'
  | 'change'
  | 'tidy'
  | 'docs'
  | 'tests'
  | 'upkeep'
  | 'packages'
  | 'touch'
  | 'other';

/**
 * Only words that are hardly ever a noun at the start of a subject, and that say what whoever committed did. "Ignore empty lines" and "run it at once" say what the program does
 * now: nobody ignored or ran anything. What is not in here is quoted, and so never wrong.
 */
const known: Readonly<Partial<Record<WorkKind, string>>> = {
  feature: `add/added support/added_support_for implement/implemented allow/allowed introduce/introduced enable/enabled expose/exposed
    provide/provided create/created extend/extended teach/taught let/let include/included install/installed sync/synced
    define/defined embed/embedded publish/published ship/shipped register/registered`,
  fix: `fix/fixed correct/corrected prevent/prevented avoid/avoided ensure/ensured handle/handled resolve/resolved repair/repaired
    mend/mended restore/restored guard/guarded clarify/clarified`,
  change: `update/updated improve/improved change/changed use/used make/made set/set replace/replaced switch/switched raise/raised
    lower/lowered increase/increased decrease/decreased reduce/reduced speed/sped convert/converted migrate/migrated
    adjust/adjusted adapt/adapted adopt/adopted enhance/enhanced expand/expanded limit/limited specify/specified turn/turned
    merge/merged default/defaulted disable/disabled configure/configured tweak/tweaked tune/tuned unify/unified pin/pinned
    automate/automated prepare/prepared initialize/initialized relax/relaxed optimize/optimized optimise/optimised
    normalize/normalized normalise/normalised align/aligned swap/swapped`,
  tidy: `refactor/refactored rename/renamed move/moved simplify/simplified clean/cleaned remove/removed extract/extracted split/split
    drop/dropped delete/deleted inline/inlined rework/reworked rewrite/rewrote restructure/restructured reorganize/reorganized
    reorganise/reorganised reorder/reordered rearrange/rearranged deprecate/deprecated slim/slimmed collapse/collapsed
    reformat/reformatted deduplicate/deduplicated clear/cleared combine/combined wrap/wrapped unwrap/unwrapped reuse/reused
    shorten/shortened standardize/standardized revert/reverted`,
  docs: 'document/documented describe/described explain/explained mention/mentioned',
  packages: 'bump/bumped upgrade/upgraded',
};

/** Those that may be a noun after all: "Support for x", "Sync exclude". */
const oftenNouns: ReadonlySet<string> = new Set(
  'support update change fix use limit default guard sync install'.split(' '),
);

interface Verb {
  readonly past: string;
  readonly kind: WorkKind;
  readonly bare: string;
}

/** Bare, third person and gerund of a verb, and its past, all lead to that past. */
function forms(bare: string, past: string): string[] {
  const stem = bare.endsWith('e') ? bare.slice(0, -1) : bare;
  const doubled = `${bare}${bare.at(-1) ?? ''}`;
  const third = /(?:s|x|ch|sh)$/u.test(bare)
    ? `${bare}es`
    : /[^aeiou]y$/u.test(bare)
      ? `${bare.slice(0, -1)}ies`
      : `${bare}s`;
  return [bare, past, third, `${stem}ing`, `${doubled}ing`];
}

export type Verbs = ReadonlyMap<string, Verb>;

export function verbsKnown(): Verbs {
  const verbs = new Map<string, Verb>();
  for (const [kind, words] of Object.entries(known))
    for (const pair of words.trim().split(/\s+/u)) {
      const [bare = '', then = ''] = pair.split('/');
      const past = then.replaceAll('_', ' ');
      for (const form of forms(bare, past)) verbs.set(form, { past, bare, kind: kind as WorkKind });
    }
  return verbs;
}

export interface Told {
  readonly past: string;
  readonly kind: WorkKind;
  /** What stands behind the verb, in its writer's words. */
  readonly rest: string;
}

/**
 * A subject that begins with a verb, in the past tense: "properly handle output" → "properly handled" and "output". `isBare`: only as one
 * asks for it; behind `fix:`, "obscured text" is what was wrong and not what was done.
 */
export function inThePast(text: string, verbs: Verbs, isBare = false): Told | undefined {
  const not = /^(?:do not|don['’]t) (?=(\p{L}+) )/iu.exec(text);
  if (not !== null) return { past: 'made sure not to', kind: 'fix', rest: text.slice(not[0].length) };
  const adverb = /^(?:also|actually|just|auto|\p{L}+ly) (?=\p{L})/iu.exec(text)?.[0] ?? '';
  const [word = '', ...others] = text.slice(adverb.length).split(' ');
  // "Adds:" or "Fix/x" is no verb with its object.
  const verb = /^\p{L}+$/u.test(word) ? verbs.get(word.toLowerCase()) : undefined;
  if (verb === undefined || (isBare && word.toLowerCase() !== verb.bare)) return undefined;
  const rest = others.join(' ');
  const said = word.toLowerCase();
  if (isName(`${said} ${rest}`) || isSentence(verb.bare, rest)) return undefined;
  // A question, and a second sentence, are told as they were written.
  if (/\?|[.!…] \S/u.test(text)) return undefined;
  if (said !== verb.bare && said.endsWith('ing') && !isDoing(said)) return undefined;
  // "Limits raised", "Changes requested by review": what was done stands behind it.
  if (said !== verb.bare && said.endsWith('s') && oftenNouns.has(verb.bare) && /^\p{L}+ed\b/u.test(rest))
    return undefined;
  const isNoun = /^(?:for|of|in|on|by|and|is|are|was)\b/iu.test(rest) || (verb.bare === 'sync' && others.length < 2);
  if (oftenNouns.has(verb.bare) && isNoun) return undefined;
  const how = /^(?:also|just|actually) $/iu.test(adverb) ? '' : adverb.toLowerCase();
  return { past: `${how}${verb.past}`, kind: verb.kind, rest: secondsToo(rest, verbs) };
}

/** Behind these, a verb says what somebody may or might do, or must not: "let users add and delete tags", "crash when one adds and deletes". */
const notOurs =
  /\b(?:to|not|no|never|without|cannot|can|could|may|might|must|should|would|will|if|when|whenever|while|where|who|that|which|so|because|since|as|how|why|before|after|until|unless|let|lets|users?|people|admins?|everybody|anybody|they|you|we|by|from)\b|n['’]t\b|[;:(]/iu;

/** "fixed x and add y": what a second verb asks for was done as well. Not where the word may be a noun or another's deed, and not within quotes. */
function secondsToo(rest: string, verbs: Verbs): string {
  if (/["`]/u.test(rest)) return rest;
  return rest.replace(/(, | and |, and )(\p{Ll}+)(?= )/gu, (whole, joint: string, word: string, at: number) => {
    const verb = verbs.get(word);
    if (verb === undefined || verb.bare !== word || oftenNouns.has(word)) return whole;
    return notOurs.test(rest.slice(0, at)) ? whole : `${joint}${verb.past}`;
  });
}
