// Values that another program handed over: looked at by hand, because a hook has no time to load a schema.

/** An object of which nothing is known yet. */
export type Given = Readonly<Record<string, unknown>>;

/** The value as an object; an empty one if it is none. */
export function given(value: unknown): Given {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  // Without the names a prototype would bring along.
  return Object.assign(Object.create(null), value) as Given;
}

/** What a text of JSON says, as an object; undefined if it is cut off, or no JSON. */
export function givenIn(json: string): Given | undefined {
  try {
    return given(JSON.parse(json));
  } catch {
    // Whoever asked says what that means.
    return undefined;
  }
}

export function textIn(from: Given, name: string): string | undefined {
  const value = from[name];
  return typeof value === 'string' ? value : undefined;
}

export function listIn(from: Given, name: string): readonly unknown[] {
  const value = from[name];
  return Array.isArray(value) ? value : [];
}
