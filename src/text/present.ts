// A list written with conditions: a line for each thing that is so, and none for what is not.

/** Those that there are: `present([isLate && 'it is late', name])`. */
export function present<Line extends string>(lines: readonly (Line | false | undefined)[]): Line[] {
  return lines.filter((line) => line !== false && line !== undefined);
}
