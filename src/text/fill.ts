// Templates filled by place, never by pattern: a `$&` or `{name}` inside a value is only text.

/** Puts values where `{name}` stands in the template. A name without a value stays as it is; values are never looked into. */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{([a-z]+)\}/gu, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}
