// The board a new home starts with.

/** An empty board, with the rules for whoever opens it. */
export function newBoard(): string {
  return `#+TODO: TODO NEXT DOING | DONE CANCELLED

# The plan. A task is a heading with a state: TODO (open), NEXT (do this first), DOING (in flight), DONE, CANCELLED.
# Move states, never delete tasks: the history of this file is the history of the plan.

* board

* log
`;
}
