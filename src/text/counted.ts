// Numbers with their noun, as a person writes them.

/** `1 commit`, `2 commits`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
