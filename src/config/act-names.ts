// The names of acts: one list, for settings, budgets and the command line alike.

/** The acts a night may have, in the order in which they come. Everybody who names acts names these. */
export const nightActs = ['sweep', 'consolidate', 'deep', 'curate', 'dream'] as const;
/** What a model can be chosen for by name: those that ask one, and daydreams. */
export const askedActs = ['consolidate', 'deep', 'curate', 'dream', 'daydream'] as const;
export const modelActs = [...askedActs, 'work'] as const;
export type ModelAct = (typeof modelActs)[number];
