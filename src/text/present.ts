// A list written with conditions: a line for each thing that is so, and none for what is not.

/** Those that there are: `present([isLate && 'it is late', name])`. */
export function present<Item extends string | object>(items: readonly (Item | false | undefined)[]): Item[] {
  return items.filter((item) => item !== false && item !== undefined);
}
