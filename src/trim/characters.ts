// How long messages are: the characters that they take as JSON, pictures and files included.

/** Nobody nests deeper on purpose. */
const deepest = 100;

export function characters(value: unknown, depth = 0): number {
  if (typeof value === 'string') return JSON.stringify(value).length;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value).length;
  if (typeof value !== 'object' || depth > deepest) return 0;
  // They are sent as base64.
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return Math.ceil(value.byteLength / 3) * 4 + 2;
  if (value instanceof URL) return value.href.length + 2;
  if (Array.isArray(value))
    return value.reduce((all: number, each) => all + characters(each, depth + 1) + 1, 0) + (value.length === 0 ? 2 : 1);
  const entries = Object.entries(value).filter(([, each]) => each !== undefined && typeof each !== 'function');
  return entries.reduce(
    (all, [name, each]) => all + characters(name) + characters(each, depth + 1) + 2,
    entries.length === 0 ? 2 : 1,
  );
}
