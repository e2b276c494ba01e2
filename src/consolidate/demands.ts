// What a person demanded: a prohibition, an obligation, a deadline. Most of what is asked is none of these.
import { oneLine, sentencesOf } from '../text/text.ts';

/** At the beginning of a sentence these are said to somebody. */
const orders =
  /^(?:(?:and|but|also|please|ok|so|important|note|remember)[,:]? +)*(?:never|always|do not|don['’]t|from now on|make sure|under no circumstances|no matter what|you must|you may not|you are not (?:to|allowed))\b/iu;
const anywhere =
  /\b(?:must (?:not|never|always)|you must|from now on|under no circumstances|(?:the|a|our|my) deadline (?:is|for)|(?:is|are) (?:off limits|forbidden|not allowed))\b/iu;
/** Said of somebody else, or asked; what a person does not like, know or care about, with the "I" left out; and what is waved away. */
const noDemand =
  /^(?:i|we|he|she|it|they|why|how|what|who|when|where)\b|^(?:do not|don['’]t) (?:really )?(?:like|love|think|know|see|want|need|care|mind|understand|believe|recall|feel|worry|bother)\b|^never ?mind\b|\?$/iu;

const longest = 160;

/** The sentences of a prompt that are demands. */
export function demandsIn(prompt: string): string[] {
  return sentencesOf(prompt)
    .map((sentence) => oneLine(sentence, longest))
    .filter((sentence) => !noDemand.test(sentence) && (orders.test(sentence) || anywhere.test(sentence)));
}
