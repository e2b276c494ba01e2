// The checks by name, in the order in which they are made: each is one question about what a night did to memory.

export const checks = {
  sound: 'No new entry holds a password or key, gives the agent an order, or is too long',
  protected: 'What you wrote, or pinned with `dk memory pin`, was not touched',
  kept: 'What was taken out stands in the archive, word for word',
  values: 'Merged and reworded entries keep every figure and name; what was replaced has a newer entry in its place',
  origins: 'Text from outside is still marked as such',
  ledger: 'Every change is recorded in the ledger, the list of what was done',
  share: 'At most a tenth of the entries (or one) was taken out, and in a week a quarter (or three)',
  honest: 'Nothing in memory changed but what the night tells; every other byte is the same',
  questions: 'Test questions find what they found before, except what was taken out',
} as const;

export type CheckName = keyof typeof checks;
