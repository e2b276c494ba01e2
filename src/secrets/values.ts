// What a value looks like: drawn at random, chosen by a person, or only words about a credential.

/** How a value was written down. What stands in quotes or in an `.env` line is a literal; anything else may be code. */
export type Form = 'quoted' | 'env' | 'bare';

// Second letters that often follow a first one, over identifiers and prose: 220 pairs make up 88 % of words, 33 % of chance.
const pairs: Readonly<Record<string, string>> = {
  a: 'bcdgiklmnprstuvy',
  b: 'aeiloru',
  c: 'aehiklortu',
  d: 'aeiorsu',
  e: 'abcdefgiklmnprstuvxyz',
  f: 'aefio',
  g: 'aeioru',
  h: 'aeiort',
  i: 'abcdefgilmnoprstvz',
  j: 'e',
  k: 'aeilou',
  l: 'adeilostuy',
  m: 'aeimopu',
  n: 'acdefgiklnostuv',
  o: 'bcdgilmnoprstuvw',
  p: 'aeiloprtu',
  q: 'u',
  r: 'acdegiklmnorstuy',
  s: 'acehiopstuy',
  t: 'aehiorstuy',
  u: 'abceilmnprst',
  v: 'aeio',
  w: 'aei',
  y: 'ao',
  z: 'ae',
};

/**
 * Below 0 (noise) up to about 0.9 (words): the share of neighbouring characters that often stand together in words, less a
 * part of the share that one finds in scraps of one or two letters, since `camelCase` has long parts and noise has short ones.
 */
export function wordiness(value: string): number {
  let common = 0;
  let all = 0;
  let before = 'other';
  for (let at = 0; at < value.length; at += 1) {
    const sort = sortOf(value.charCodeAt(at));
    const isWord = sort === 'lower' || sort === 'upper';
    const wasWord = before === 'lower' || before === 'upper';
    // Two digits side by side are a number, and what stands apart is not beside anything.
    if ((isWord && before !== 'other') || (wasWord && sort === 'digit')) all += 1;
    if (isWord && wasWord && !(before === 'lower' && sort === 'upper') && isCommon(value, at)) common += 1;
    before = sort;
  }
  const parts = value.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/gu) ?? [];
  const scraps = parts.filter((part) => part.length <= 2).join('').length / Math.max(1, parts.join('').length);
  return all === 0 ? 0 : common / all - 0.4 * scraps;
}

function sortOf(code: number): 'lower' | 'upper' | 'digit' | 'other' {
  if (code >= 97 && code <= 122) return 'lower';
  if (code >= 65 && code <= 90) return 'upper';
  return code >= 48 && code <= 57 ? 'digit' : 'other';
}

function isCommon(value: string, at: number): boolean {
  return pairs[value[at - 1]?.toLowerCase() ?? '']?.includes(value[at]?.toLowerCase() ?? '') === true;
}

/** Bits per character. */
function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

const reference =
  /^(?:\$[A-Za-z_]\w*$|\$ANSIBLE_VAULT|\$[0-9$@*]?$|\$[({]|%[A-Za-z_]\w*%$|%[a-z]$|&[a-z_-]+$|\{[^{}]*\}$|(?:env|file|vault|secret|ssm|data|arn|op|sm|gcpsm|awssm|ref)(?:\+\w+)?:|process\.|os\.|secrets?\.|github\.|config\.|self\.|this\.|params?\.|args?\.|options?\.|ctx\.|req\.|z\.|var\.|local\.|module\.)/u;
const nothing =
  /^(?:string|number|boolean|bool|bytes|true|false|null|nil|none|undefined|optional|required|unset|empty|default|test|testing|password|passwd|pass|pwd|secret|token|key|apikey|value|username|user|string1?|text)$/iu;
const standIn =
  /[$#]\{[^{}]*\}|\{\{[^{}]*\}\}|%\(\w+\)s|<[a-z][\w .:-]*>|\*{3}|•{3}|\.{3}|…|x{5}|(?<![a-z])(?:example|placeholder|dummy|sample|redacted|change[-_ ]?me|replace[-_ ]?(?:me|with|this)|your|todo|fixme|insert[-_ ]|goes[-_ ]here)(?![a-z])/iu;

/** Stands for a value instead of being one. */
export function isPlaceholder(value: string): boolean {
  return reference.test(value) || nothing.test(value) || standIn.test(value) || new Set(value).size <= 2;
}

const structured =
  /^(?:[a-z][a-z0-9+.-]*:\/\/|[0-9]{4}-[0-9]{2}-[0-9]{2}|v?[0-9]+\.[0-9]+(?:\.[0-9]+)?(?:[-+.][\w.]+)?$|(?:sha[0-9]+|md5|blake[0-9][a-z]?)[-:]|[\w.+-]+@[\w-]+\.[\w.-]+$|[^A-Za-z]*$|[a-z]{2,12}[-_.][0-9]{3,}$|S-1-[0-9]|ssh-|urn:)|\.(?:js|mjs|cjs|ts|tsx|jsx|json|ya?ml|toml|md|txt|png|jpe?g|gif|svg|pem|crt|cer|key|pub|css|html?|xml|py|go|rs|rb|java|sh|log|zip|t?gz|lock|env|ini|conf|so|wasm|map)$/iu;
/** An address, a date, a version, a file's name: something that has its own form, whatever stands before it. */
export function isStructured(value: string): boolean {
  return structured.test(value);
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/iu;

/** What is a digest or an id nearly everywhere: hex, a UUID, a ULID, also behind words as in `node-modules-<hash>`. */
export function isIdentifier(value: string): boolean {
  if (uuid.test(value) || isHex(value) || /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/u.test(value)) return true;
  const [long, ...others] = value.split(/[^A-Za-z0-9]/u).toSorted((one, other) => other.length - one.length);
  const areWords = others.every((part) => /^(?:[A-Za-z]{0,20}|[0-9]{1,4})$/u.test(part));
  return long !== undefined && long.length >= 16 && isHex(long) && areWords;
}

function isHex(value: string): boolean {
  return /^(?:0x)?[0-9a-f]+$/iu.test(value);
}

/** Looks drawn at random. A part of it is enough, since people put words before a random tail. */
export function isRandom(value: string, shortest = 16, form: Form = 'quoted'): boolean {
  if (value.length < shortest || isPlaceholder(value) || structured.test(value)) return false;
  if (/[^!-~]/u.test(value)) return isSalt(value);
  if (isHex(value) || uuid.test(value)) return /[0-9]/u.test(value) && entropy(value) >= 2.4;
  if (form === 'bare' && isCode(value)) return false;
  if (isUnlikeWords(value, form)) return true;
  return (value.match(/[A-Za-z0-9]{16,}/gu) ?? []).some((part) => isUnlikeWords(part, form));
}

function isUnlikeWords(value: string, form: Form): boolean {
  const hasDigit = /[0-9]/u.test(value);
  const isMixed = /[a-z]/u.test(value) && /[A-Z]/u.test(value);
  if (!(hasDigit || isMixed || value.length >= 16)) return false;
  if (!hasDigit && words(value).some((word) => word.length >= 5 && talk.test(word))) return false;
  // Without a digit it is a name more often than not, above all in code; then it has to be farther from any word.
  return wordiness(value) < (hasDigit ? 0.62 : form === 'bare' ? 0.45 : 0.56) && entropy(value) >= 2.8;
}

/** Calls and operators: what stands for a value in a program. */
function isCode(value: string): boolean {
  return /^[\w$.]+\(|\)$|=>|&&|\|\||^[[({]|^@[a-z]/u.test(value);
}

/** Generators of configuration files put spaces among their signs. */
function isSalt(value: string): boolean {
  const signs = value.match(/[!-/:-@[-`{-~]/gu)?.length ?? 0;
  return value.length >= 32 && signs >= 8 && /^[ -~]+$/u.test(value) && /[0-9]/u.test(value) && wordiness(value) < 0.5;
}

const talk =
  /^(?:pass|passwords?|passwd|pwd|passphrase|secrets?|tokens?|keys?|users?|usernames?|fields?|inputs?|forms?|login|your|my|tests?|change|enter|required?|invalid|incorrect|wrong|must|min|max|reset|forgot|confirm|new|old|current|show|hide|hash|hashed|plain|text|string|str|values?|here|auth|errors?|missing|none|null|empty|data|body|params?|args?|type|name|label|hint|props|state|request|the|is|be|for|at|of|and|or|not|with|from|optional|basic|bearer|digest|default|generated|length|policy|strength|credentials?|encrypted|prompt|env|visible|toggle|validator|schema|rule)$/u;

function words(value: string): string[] {
  return value
    .replace(/([a-z])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/u)
    .filter((word) => word !== '');
}

/** What a person would use as a password, under a name that says it is one. */
export function isPassword(value: string, form: Form): boolean {
  if (value.length < 6 || isPlaceholder(value) || /[^ -~]/u.test(value)) return false;
  if (/^[a-z]+:\/\/|\(\?[=:!]|^\^.*\$$|^\/.*\/[a-z]?$|\\d|\[a-z|\.\*|^[/~.]\/?[a-z_.-]{2,}\//iu.test(value))
    return false;
  if (value.includes(' ')) return form === 'quoted' && isPassphrase(value);
  const isMember = /^[A-Za-z_$][\w$]*\??(?:\.[A-Za-z_$][\w$]*)+$/u.test(value);
  if (form === 'bare' && isMember && isFileNamed(value)) return true;
  if (form === 'bare' && (isMember || isCode(value))) return isRandom(value, 12, form);
  const digits = value.match(/[0-9]/gu)?.length ?? 0;
  const signs = /[!@#$%^&*+?~=|]/u.test(value);
  if (!/[A-Za-z]/u.test(value)) return form !== 'bare' && digits >= 6 && !/^[0-9]{4}-[0-9]{2}/u.test(value);
  if (signs && (digits >= 2 || (digits === 1 && /[a-z]/u.test(value) && /[A-Z]/u.test(value)))) return true;
  // Short words are found in noise as well.
  const isTalk = words(value).some((word) => word.length >= (digits > 0 || signs ? 4 : 2) && talk.test(word));
  // `hunter2secret9`: a word about passwords beside one that is not, and digits among them.
  const isMixed = digits >= 2 && words(value).some((word) => word.length >= 4 && !talk.test(word));
  if (isTalk && digits < 3 && !isMixed) return false;
  if (digits > 0 || signs)
    return !/^[A-Z][A-Z_]*[0-9]?$|^[@#&*?!][\w-]+$|^[\w-]+[?!*:=]$/u.test(value) || wordiness(value) < 0.4;
  return isLetterPassword(value, form);
}

/** `password=hunter2….txt`: a file called by a password. What files are usually called is nearer to words. */
function isFileNamed(value: string): boolean {
  const [, stem = ''] = /^(\w{8,})\.(?:txt|csv|log|md|org|json|ya?ml|bak|zip|pem|conf|sql|t?gz)$/u.exec(value) ?? [];
  return stem !== '' && /[0-9]/u.test(stem) && wordiness(stem) < 0.62 && isPassword(stem, 'bare');
}

/** Without digits and signs only the way it is written tells a password from a word on a button. */
function isLetterPassword(value: string, form: Form): boolean {
  if (form === 'env') return !/^[A-Z_]+$/u.test(value) || wordiness(value) < 0.4;
  if (value.length < 8) return false;
  if (/^[a-z]{3,}(?:-[a-z]{3,}){3,}$/u.test(value)) return true;
  if (form === 'bare') return /[a-z]/u.test(value) && /[A-Z]/u.test(value) && wordiness(value) < 0.35;
  return /^[a-z]+(?:-[a-z]+)*$/u.test(value) || wordiness(value) < 0.5;
}

/** Four or more plain words that say nothing about passwords, or the groups of four that mail services hand out. */
function isPassphrase(value: string): boolean {
  if (/^[A-Za-z0-9]{4}(?: [A-Za-z0-9]{4}){3,5}$/u.test(value)) return true;
  return /^[a-z]{3,}(?: [a-z]{3,}){3,11}$/u.test(value) && !words(value).some((word) => talk.test(word));
}

// An address, a path, a colour or the number of a ticket, a member, an escape, a flag, an argument with its name, a number of a program,
// a pattern for names or for text.
const formed =
  /^[\w.+-]+@[\w.-]+$|[/\\]|^[#@][\w-]+$|^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$|%[0-9a-f]{2}|^-|^[\w.-]+=|^0x[0-9a-f]+[ul]{0,3}$|^\*|\[[^\]]*-[^\]]*\]|\{[0-9]+,?[0-9]*\}|^\?[:=!]/iu;

/**
 * Drawn at random beyond doubt, however short: digits, and a sign or letters of both sizes, and no words. For places where only a
 * name somewhere near speaks for a credential.
 */
export function isDrawn(value: string): boolean {
  if (!/^[!-~]{8,127}$/u.test(value) || !/[0-9]/u.test(value) || !/[A-Za-z]/u.test(value)) return false;
  if (isPlaceholder(value) || structured.test(value) || isIdentifier(value) || formed.test(value)) return false;
  if (isCode(value) || words(value).some((word) => word.length >= 4 && talk.test(word))) return false;
  const turns = value.match(/[A-Za-z](?=[0-9])|[0-9](?=[A-Za-z])/gu)?.length ?? 0;
  if (/[!@#$%^&*+?~]/u.test(value)) return wordiness(value) < 0.5;
  return /[a-z]/u.test(value) && /[A-Z]/u.test(value) && turns >= 2 && wordiness(value) < 0.35;
}
