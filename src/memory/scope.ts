// Below which headings the same words mean the same: below the very same ones, and below any that a sweep wrote.

/** Of the titles above an entry. The blocks of two sweeps differ in their time alone. */
export function scopeOf(section: readonly string[]): string {
  return section.map((title) => title.replace(/^Dreamed \d{4}-\d\d-\d\d[\d: UTCZ]*$/u, 'Dreamed')).join('\n');
}
