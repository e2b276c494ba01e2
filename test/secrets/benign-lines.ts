// Ordinary lines, many of which talk about credentials without holding one. `{…}` is filled from a seed.
import { type Random, seeded } from './random.ts';

const words =
  'account action agent answer array async audit backup batch board branch bridge bucket buffer build bundle cache call change channel chart check client cloud cluster column commit config context cookie copy counter course custom daily data default deploy detail device docs domain draft driver editor email engine entry error event export factory feature fetch field file filter folder format frame function gateway global graph group handler header helper history home hook image import index input item job journal keyboard label lambda language layer layout library license limit list loader local logger login lookup loop manager map memory menu message metric middleware migration mobile model module monitor month native network node note number object option order output owner package page panel parent parser patch path payment person phase pipeline plan player plugin policy pool portal post prefix preview price print process product profile project prompt property provider proxy public query queue range reader record region release remote render report request reset resource response result review role route rule runner sample scan schema scope screen script search section select server service session setting shadow shape shell signal simple single size slot snapshot socket source space stage state static status step storage store stream string style submit summary support switch symbol sync system table target task team template test theme thread ticket timer title toggle topic total trace track traffic transfer tree trigger type update upload user utils validator value vector version view viewer volume watch web widget window worker workspace writer zone'.split(
    ' ',
  );
const types = ['string', 'String', 'number', 'Buffer', 'str', 'SecretStr', 'Token', 'CryptoKey', 'bytes', 'unknown'];
const secretWords = [
  'password',
  'token',
  'secret',
  'apiKey',
  'api_key',
  'credentials',
  'accessToken',
  'privateKey',
  'auth',
];

/** Fills `{w}` word, `{W}` Word, `{U}` WORD, `{c}` camelCase, `{s}` a name for a secret, `{S}` the same in upper case, `{t}` type, `{n}` number, and what `fill` knows. */
function filled(template: string, random: Random): string {
  const word = (): string => random.one(words);
  const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
  const own: Readonly<Record<string, () => string>> = {
    w: word,
    W: () => capital(word()),
    U: () => word().toUpperCase(),
    c: () => word() + capital(word()),
    s: () => random.one(secretWords),
    S: () => random.one(['PASSWORD', 'TOKEN', 'SECRET', 'API_KEY', 'ACCESS_TOKEN', 'PRIVATE_KEY', 'CLIENT_SECRET']),
    t: () => random.one(types),
    n: () => String(random.below(5000)),
  };
  return random.fill(template.replace(/\{([A-Za-z])\}/gu, (brace, name: string) => own[name]?.() ?? brace));
}

/** As many distinct lines of each template as asked for. */
export function linesOf(templates: readonly string[], each: number): string[] {
  const lines = new Set<string>();
  for (const [index, template] of templates.entries()) {
    const random = seeded(index + 1);
    for (let count = 0; count < each; count += 1) lines.add(filled(template, random));
  }
  return [...lines];
}
