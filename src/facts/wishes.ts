// What of a prompt asks for something to be done. To speak of a thing is not to ask for it, and what comes next is then no sign of it.

/** "What is the state of x?" wants an answer. What begins in another way ("can you fix x?") may well be a wish. */
const isQuestion =
  /^(?:(?:ok|so|and|but|also|hey|hi),? )*(?:what|why|how|when|which|who|whose|where|is|are|was|were|does|do|did|has|have|nothing|anything|everything)\b[^.!]*\?$/iu;
/** "And the format?" goes on with a question; "and can you fix it?" does not. */
const isShortQuestion =
  /^(?:and|or|but|so|also|then|what about|how about)\b(?!.*\b(?:please|(?:can|could|would|will|shall|should) (?:you|we)|let['’]?s)\b)[^.!?]{1,40}\?$/iu;
/** For another time. */
const isPutOff =
  /\b(?:do not|don['’]?t|dont|never) (?:\p{L}+ )?(?:start|begin|do|touch|work|bother|worry|implement|close)\b|\bnot (?:yet|now|today)\b|\b(?:postpone|defer|hold off|wait with)\b|\bleave\b.*\b(?:alone|for (?:now|later)|as (?:it|they) (?:is|are))\b|\b(?:skip|forget|ignore|park)\b.*\b(?:for now|today)\b|^forget\b|^(?:(?:please|ok|so|and|but|for now),? )*(?:do not|don['’]?t|dont|never) (?:\p{L}+ )?(?:change|edit|modify|alter|write|commit|fix|push)\b(?!.*(?:[,;:]|\b(?:but|just|only|instead)\b))|\b(?:do not|don['’]?t|dont|without) (?:chang|edit|modify|alter)(?:e|ing)? (?:anything|any file|any code)\b(?! (?:else|other|more|beside|beyond|outside|apart|in|of|about))|\b(?:do|for|until) (?:it |that |this )?later\b/iu;
/** To think of it, to try it on paper, or to take it back. */
const isNoDeed =
  /^(?:(?:please|ok|so|and|now|then|first|let's|lets|can you|could you|would you),? )*(?:plan|design|investigate|research|look (?:into|at)|think (?:about|of)|brainstorm|explain|review|discuss|estimate|summari[sz]e|find out|reproduce|revert|undo|back out|roll back|(?:write|add|make|draft) (?:an? |the |some )?(?:failing |unit )?(?:plan|tests?|spec|proposal|rfc|outline)s? (?:for|of|that|to))\b/iu;
/** What stands in front only says when, or what not. */
const aside = /^(?:before|after|instead of|apart from|unlike) [^,]*, /iu;

export function wishesIn(prompt: string): string[] {
  return concernsIn(prompt).filter((sentence) => !isNoDeed.test(sentence));
}

/** What it is about, whether it is to be done or only to be thought of; without what it puts off, or only asks after. */
export function concernsIn(prompt: string): string[] {
  return prompt
    .split(/(?<=[.!?;])\s+|\n+/u)
    .map((sentence) => sentence.trim().replace(aside, ''))
    .filter(
      (sentence) =>
        sentence !== '' && !isQuestion.test(sentence) && !isShortQuestion.test(sentence) && !isPutOff.test(sentence),
    );
}
