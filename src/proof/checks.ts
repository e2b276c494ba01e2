// The checks by name, in the order in which they are made: each is one question about what a night did to memory.

export const checks = {
  sound: 'nothing that comes is a credential, an order, or too long',
  protected: 'what is pinned or a person’s stays as it is',
  kept: 'what goes stands in the archive, word for word',
  values: 'what is merged, worded anew or superseded says the same, or evidently something newer',
  origins: 'what strangers said stays theirs',
  ledger: 'the ledger is told of what is so',
  share: 'only a little goes, in a night and in a week',
  honest: 'what is done is what was said, and nothing else moves by a byte',
  questions: 'what was found before is found after',
} as const;

export type CheckName = keyof typeof checks;
