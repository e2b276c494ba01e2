// A refusal in words: no answer, and nobody's mistake in form.

const openings =
  /^\W{0,3}(?:(?:i['’]?m|i am) (?:sorry|unable|not able)|sorry[,.]|i (?:can['’]?t|cannot|can not|won['’]?t|will not|must decline)|unfortunately,? i (?:can|am)|as an ai\b)/iu;

/** Whether a text says no instead of answering: it begins so, and has neither heading nor object in it. */
export function isRefusal(text: string): boolean {
  return openings.test(text.trim()) && !/^\* /mu.test(text) && !text.includes('{');
}
