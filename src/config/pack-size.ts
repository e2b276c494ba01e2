// How long a wake pack may be, in characters.

/** Less than this cannot hold what must be in it. */
export const smallestBudget = 500;
export const usualBudget = 4000;
