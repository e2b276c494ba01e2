// Credentials that their place gives away: in a URL, a header, a cookie, a command, a line of a password file.
import { Buffer } from 'node:buffer';
import type { SecretSpan } from './assigned.ts';
import { commandRows } from './commands.ts';
import { sentenceRows } from './sentences.ts';
import { isPassword, isPlaceholder, isRandom } from './values.ts';

/** Rule, words of which one must be there (in lower case), pattern with the value as `v`, and what the value has to be like. */
export type Row = readonly [
  rule: string,
  hints: readonly string[],
  pattern: string,
  accept: (value: string) => boolean,
];

const literal = (value: string): boolean => isPassword(value, 'quoted') || isRandom(value, 12);
const unquoted = (value: string): boolean => isPassword(value, 'bare') || isRandom(value, 12, 'bare');
const given = (value: string): boolean => !isPlaceholder(value) && !/^[0-9]{1,5}$/u.test(value);
const random = (value: string): boolean => isRandom(value, 12);
const basic = (value: string): boolean => isUserAndPassword(value) || isRandom(value, 16);

/** Enough of a value to tell what it is. */
const tellingLength = 512;

const edge = '(?<![A-Za-z0-9])';
const quoted = `["'](?<v>[^"'\\n]{4,256})["']`;
const word = `["']?(?<v>[^\\s"'\`<>|;&-][^\\s"'\`<>|;]{3,255})`;

// Patterns are linear: what is repeated without bound is one class of characters, and nothing is required after it.
const rows: readonly Row[] = [
  [
    'url-password',
    ['://'],
    `${edge}[a-z][a-z0-9+.-]{1,20}://[^\\s/@:"'<>]{0,128}:(?<v>[^\\s/"'<>]{3,256})@[A-Za-z0-9[_]`,
    given,
  ],
  // A slash in a password is against the rules and yet common.
  [
    'url-password',
    ['://'],
    `${edge}[a-z][a-z0-9+.-]{1,20}://[^\\s/@:"'<>]{1,128}:(?<v>[^\\s"'<>@]{12,256})@[A-Za-z0-9[]`,
    random,
  ],
  ['url-token', ['://'], `${edge}[a-z][a-z0-9+.-]{1,20}://(?<v>[^\\s/@:"'<>]{20,256})@[A-Za-z0-9[]`, random],
  [
    'oracle-password',
    ['oracle:thin', 'sqlplus'],
    `(?:oracle:thin:|sqlplus[ \\t]{1,4}(?:-[A-Za-z]{1,2}[ \\t]{1,4})?)["']?\\w{1,64}/(?<v>[^\\s/@"']{4,128})@`,
    given,
  ],
  ['basic-auth', ['basic '], `${edge}basic[ \\t]{1,3}(?<v>[A-Za-z0-9+/_-]{8,}={0,2})`, basic],
  [
    'basic-auth',
    ['auth plain', 'auth login'],
    `${edge}auth (?:plain|login)[ \\t]{1,3}(?<v>[A-Za-z0-9+/]{8,}={0,2})`,
    random,
  ],
  [
    'bearer-token',
    ['bearer', 'ssws', 'apikey', 'oauth', 'token'],
    `${edge}(?:bearer|ssws|apikey|oauth|token)[ \\t]{1,3}(?<v>[A-Za-z0-9+/_=.~:-]{16,})`,
    random,
  ],
  [
    'authorization',
    ['authorization'],
    `${edge}(?:proxy-)?authorization["'\\]]{0,2}[ \\t]{0,4}(?:[:=,]|=>)[ \\t]{0,4}["'\`]?(?:[A-Za-z][\\w-]{1,30}[ \\t]{1,3})?(?<v>[^\\s"'\`,;<>]{12,})`,
    random,
  ],
  [
    'user-password',
    ['-u', '--user', '--proxy-user', '-a ', '--auth'],
    `(?<![A-Za-z0-9-])(?:-u|--user|--proxy-user|-a|--auth)[ =]{0,2}["']?[^\\s:"'/]{1,64}:(?<v>[^\\s"'/<][^\\s"'<]{3,127})`,
    given,
  ],
  ['user-password', ['-u'], `(?<![A-Za-z0-9-])-U[ ]?["']?[\\w.\\\\/-]{1,64}%(?<v>[^\\s"']{4,128})`, given],
  [
    'short-password',
    ['mysql', 'mariadb', 'sshpass', 'mongo', 'docker login', 'podman login', 'az login', 'oc login', 'cf login', '7z '],
    `${edge}(?:mysql(?:dump|admin)?|mariadb(?:-dump)?|sshpass|mongo(?:sh|dump|restore|export|import)?|(?:docker|podman|az|oc|cf) login|7z)\\b[^\\n|;]{0,160}?[ \\t]-p[ \\t]?${word}`,
    unquoted,
  ],
  [
    'short-password',
    ['redis-cli', 'ldap', 'sqlcmd', 'bcp ', 'zip '],
    `${edge}(?:redis-cli\\b[^\\n|;]{0,160}?[ \\t]-a|ldap(?:search|modify|add|passwd|whoami)\\b[^\\n|;]{0,160}?[ \\t]-w|(?:sqlcmd|bcp|zip|unzip)\\b[^\\n|;]{0,160}?[ \\t]-P)[ \\t]?${word}`,
    unquoted,
  ],
  [
    'netrc-password',
    ['login'],
    `${edge}login[ \\t]{1,4}\\S{1,128}\\s{1,8}(?:account[ \\t]{1,4}\\S{1,128}\\s{1,8})?password[ \\t]{1,4}(?<v>(?:[^\\s"'\\\\]|\\\\(?![nrt])){4,256})`,
    given,
  ],
  [
    'pgpass-password',
    [':'],
    `(?<![^\\s"'=,])[A-Za-z0-9.*_-]{1,128}:(?:[0-9]{2,5}|\\*):[A-Za-z0-9_*-]{1,64}:[A-Za-z0-9_*-]{1,64}:(?<v>[^\\s:"']{6,128})(?![^\\s"'])`,
    unquoted,
  ],
  [
    'sql-password',
    ['identified', 'password'],
    `${edge}(?:identified[ \\t]{1,4}(?:with[ \\t]{1,4}\\S{1,40}[ \\t]{1,4})?(?:by|as)(?:[ \\t]{1,4}password)?|password)[ \\t]{1,4}${quoted}`,
    literal,
  ],
  [
    'redis-password',
    ['requirepass', 'masterauth', 'auth_pass'],
    `${edge}(?:requirepass|masterauth|auth_pass)[ \\t]{1,4}["']?(?<v>[^\\s"']{6,512})`,
    given,
  ],
  ['device-password', ['password ', 'secret '], `${edge}(?:password|secret) [0-9] (?<v>[^\\s"']{6,128})`, random],
  [
    'xml-password',
    ['</'],
    `<(?:[\\w-]{1,20}:)?(?:[\\w.-]{0,40}[_.-])?(?:\\w{0,20}password|\\w{0,20}passwd|passphrase|pass|pwd)(?:[ \\t][^<>]{0,120})?>\\s{0,40}(?:<!\\[CDATA\\[)?(?<v>[^<>\\s\\]]{6,256})\\s{0,40}(?:\\]\\]>)?</`,
    literal,
  ],
  [
    'xml-secret',
    ['</'],
    `<(?:[\\w-]{1,20}:)?[\\w.-]{0,40}(?:secret|token|key|credential|auth)(?:[ \\t][^<>]{0,120})?>\\s{0,40}(?:<!\\[CDATA\\[)?(?<v>[^<>\\s\\]]{12,})`,
    random,
  ],
  [
    'call-password',
    ['auth', 'login', 'credential', 'connect'],
    `(?:auth[ \\t]{0,2}=[ \\t]{0,2}\\(|(?:basic|digest|basic_|proxy)auth\\(|basic_auth\\(|\\.auth\\(|\\.login\\(|credential\\(|setbasicauth\\()[ \\t]{0,4}["'][^"'\\n]{1,80}["'],[ \\t]{0,4}${quoted}`,
    literal,
  ],
  [
    'secure-string',
    ['convertto-securestring'],
    `convertto-securestring[ \\t]{1,4}(?:-string[ \\t]{1,4})?${quoted}`,
    given,
  ],
  [
    'mnemonic',
    ['mnemonic', 'seed', 'recovery'],
    `(?:mnemonic|seed|recovery)[\\w" '-]{0,20}[:=][ \\t]{0,4}["'\`]?(?<v>[a-z]{3,8}(?: [a-z]{3,8}){11,23})(?![a-z])`,
    () => true,
  ],
  [
    'jwk-private',
    ['"kty"', '"kid"', '"crv"'],
    `"(?:d|p|q|dp|dq|qi|k)"[ \\t]{0,4}:[ \\t]{0,4}"(?<v>[A-Za-z0-9_-]{22,})"`,
    random,
  ],
  [
    'docker-auth',
    ['auth"'],
    `"_?(?:auth|identitytoken|registrytoken)"\\s{0,8}:\\s{0,8}"(?<v>[A-Za-z0-9+/_.-]{12,}={0,2})"`,
    basic,
  ],
  ['npm-auth', ['_auth'], `:?_auth(?:Token)?[ \\t]{0,4}=[ \\t]{0,4}["']?(?<v>[A-Za-z0-9+/_.-]{12,}={0,2})`, basic],
  ['azure-sas', ['sig='], '(?<=[?&;\\s])sig=(?<v>[A-Za-z0-9%+/_-]{30,}={0,2})', random],
  ['lone-aws-secret', [''], '(?<![A-Za-z0-9/+_.@-])(?<v>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=_.@-])', isAwsSecret],
];

/** Finds them. */
export function findCarried(text: string): SecretSpan[] {
  const lower = text.toLowerCase();
  const hits: SecretSpan[] = [];
  for (const [rule, hints, pattern, accept] of [...rows, ...commandRows, ...sentenceRows]) {
    if (!hints.some((hint) => lower.includes(hint))) continue;
    for (const match of text.matchAll(new RegExp(pattern, rule === 'short-password' ? 'dgu' : 'dgiu'))) {
      const [start, end] = match.indices?.groups?.v ?? [0, 0];
      if (accept(text.slice(start, Math.min(end, start + tellingLength)))) hits.push({ rule, start, end });
    }
  }
  return hits;
}

function isUserAndPassword(value: string): boolean {
  return /^[ -~]{1,128}:[ -~]{3,}$/u.test(Buffer.from(value, 'base64').toString('latin1'));
}

/** Forty characters of base64 alone: only the random ones, with every class of character. */
function isAwsSecret(value: string): boolean {
  if (!/[a-z]/u.test(value) || !/[A-Z]/u.test(value) || !/[0-9]/u.test(value) || !isRandom(value, 40)) return false;
  // Encoded text is judged by what it says.
  return !/^[\s -~]+$/u.test(Buffer.from(value, 'base64').toString('latin1'));
}
