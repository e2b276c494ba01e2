// Where the board lies in a home.
export const boardPath = 'plan.org';
