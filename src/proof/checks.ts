// The checks by name, in the order in which they are made: each is one question about what a night did to memory.

export const checks = {
  sound: 'No new entry holds a password or key, gives the agent an order, or is too long',
  protected: 'What you pinned or wrote yourself was not touched',
  kept: 'What was taken out stands in the archive, word for word',
  values: 'A changed entry says the same as before, or is clearly a newer version',
  origins: 'Text from outside is still marked as such',
  ledger: 'Every change is recorded in the ledger, the list of what was done',
  share: 'Only a small part was taken out, in this night and in the week',
  honest: 'Only the changes that the night named were made; every other byte is the same',
  questions: 'What could be found before can be found after',
} as const;

export type CheckName = keyof typeof checks;
