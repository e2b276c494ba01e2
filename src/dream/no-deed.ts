// Subjects that begin like a deed and are none: the name of a thing, or a sentence about one. In the past tense they would say what nobody did.

/** "Load balancer for the API" is no load that was balanced. */
const names: readonly RegExp[] = [
  /^(?:load balanc|store locator|print preview|escape (?:hatch|sequence|key|char)|match highlight|move semantics|set theory|throw ?away)/u,
  /^(?:start (?:page|screen|menu)|split (?:view|screen)|lock (?:screen|file)|force push|show ?case|use cases?\b|limit orders?\b)/u,
  /^(?:calls? (?:stack|site|graph|to\b)|returns? (?:value|type|code)s?\b|run (?:loop|time)|quotes? of\b|wait (?:time|list))/u,
  /^(?:output (?:folder|dir|file|format|path)|change ?(?:log|sets?\b)|update (?:mechanism|channel)|read[ -](?:only|me)\b)/u,
  /^(?:write[ -](?:ahead|access|lock)|drop ?(?:down|shadow|zone)|parse (?:error|tree)|merge (?:conflict|request|queue))/u,
  /^(?:follow|clear|apply|send|run|stop|start|print|install|publish) button/u,
  /^(?:get|put|delete) (?:request|endpoint|route)/u,
  /^default (?:\p{L}+ )?(?:theme|exports?|values?|settings?|branch)\b/u,
];

export function isName(subject: string): boolean {
  return names.some((name) => name.test(subject));
}

/** Of the words in -ing these are hardly ever part of a name, as in "Loading spinner", "Getting started guide" and "Shipping costs". */
const doings = new Set(
  `adding allowing avoiding bumping changing cleaning converting creating deleting deprecating documenting dropping enabling ensuring extracting
  fixing handling implementing improving introducing making migrating moving preventing refactoring removing renaming replacing reverting
  rewriting simplifying switching tweaking updating upgrading using`.split(/\s+/u),
);

export function isDoing(word: string): boolean {
  return doings.has(word);
}

/** These take a whole sentence: "Ensure headers are sent". */
const takesSentence =
  /^(?:ensure|verify|validate|detect|expect|explain|describe|document|clarify|mention|warn|show|make)$/u;
/** Behind these, another verb belongs to something else than the first words. */
const joints =
  /\b(?:that|which|who|whose|when|whenever|if|where|while|what|why|how|because|so|since|as|until|unless|whether|before|after|once|it|this|there|they|we|you|and|or|to|not|can|for|in|of|on|by|with|from|without|instead)\b|[,;:("`—–]/iu;

/** "Deleted rows are kept": those that were deleted are, and nobody deleted them here. */
export function isSentence(verb: string, rest: string): boolean {
  const [, before] =
    /^(\S.*?) (?:is|are|was|were|has been|have been|still|cannot|can't|stays?|fails?|shows?)\b/iu.exec(rest) ?? [];
  return before !== undefined && !takesSentence.test(verb) && !joints.test(before);
}
