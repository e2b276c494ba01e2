// Random text from a seed, so that every run tries the same values and no file of this repository holds a key.

export interface Random {
  /** A whole number from 0 up to, not including, the limit. */
  below(limit: number): number;
  one<T>(list: readonly T[]): T;
  /** `ghp_{an:36}` with every brace filled: an alphabet and how many characters of it; `{$}` is a dollar, `{uuid}` a UUID. */
  fill(spec: string): string;
}

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';

const alphabets: Readonly<Record<string, string>> = {
  an: upper + lower + digits,
  low: lower + digits,
  up: upper + digits,
  let: lower,
  abc: upper + lower,
  dig: digits,
  nz: '123456789',
  hex: `${digits}abcdef`,
  HEX: `${digits}ABCDEF`,
  b32: `${upper}234567`,
  b32l: '023456789acdefghjklmnpqrstuvwxyz',
  b58: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  b64: `${upper}${lower}${digits}+/`,
  url: `${upper}${lower}${digits}-_`,
  crypt: `./${digits}${upper}${lower}`,
  // What password generators use and URLs and shells bear.
  pw: `${upper}${lower}${digits}!#%^*_+-=?~`,
};

/** Mulberry32. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000) * limit);
  };
  const some = (alphabet: string, count: number): string =>
    Array.from({ length: count }, () => alphabet[below(alphabet.length)]).join('');
  const fill = (spec: string): string =>
    spec
      .replace(/\{uuid\}/gu, () => fill('{hex:8}-{hex:4}-4{hex:3}-a{hex:3}-{hex:12}'))
      .replace(/\{([A-Za-z0-9]+):([0-9]+)\}/gu, (_, name: string, count: string) => {
        const alphabet = alphabets[name];
        if (alphabet === undefined) throw new Error(`no alphabet ${name} in ${spec}`);
        return some(alphabet, Number(count));
      })
      .replaceAll('{$}', () => '$');
  return {
    below,
    one: (list) => {
      const chosen = list[below(list.length)];
      if (chosen === undefined) throw new Error('nothing to choose from');
      return chosen;
    },
    fill,
  };
}
