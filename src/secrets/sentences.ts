// Credentials told in words: `the password for staging is …`, `login: admin / …`, recovery codes, names of branches that say it.
import type { Row } from './carriers.ts';
import { isIdentifier, isPassword, isRandom, isStructured, wordiness } from './values.ts';

const noun =
  '(?:passw(?:or)?[dt]|passphrase|passcode|pwd|kennwort|mot de passe|contraseña|senha|wachtwoord|hasło|пароль)';
const word = '[^\\s:;!?"\'`=,]{0,40}[^\\s:;!?"\'`=,.]';
const verb =
  '(?:is|was|are|were|to|as|ist|war|lautet|lautete|est|es|é)(?:[ \\t]+(?:now|still|currently|just|always|jetzt|noch|set to|reset to|changed to)){0,2}';
/** From the thing that is named to its value: a few words of the same sentence, and a verb. */
const saying = `(?:[ \\t]+${word}){0,8}?[ \\t]+${verb}[ \\t]{0,2}:?[ \\t]+`;
const bare = '(?<v>[^\\s"\'`<>]{5,127}[^\\s"\'`<>.,;:)])';
const named = `["'\`]?${bare}`;
const quoted = '["\'`](?<v>[^"\'`\\n]{6,128})["\'`]';
const person = '["\'`]?[\\w.@+-]{2,64}["\'`]?';
/** One code of those that are handed out for the day the second factor is lost. */
const code = '(?:[A-Za-z0-9]{4,12}(?:-[A-Za-z0-9]{4,12}){1,7}|[0-9]{4} ?[0-9]{4})';

/**
 * What a sentence may give away as a password: there is a digit or a sign in it. A word without one can be any word, and so can what
 * programs name with a digit at the end.
 */
const said = (value: string): boolean => isPassword(value, 'bare') && !isStructured(value) && !technical.test(value);
const technical =
  /^(?:sha|md|base|argon|bcrypt|scrypt|blake|crc|aes|rsa|rs|hs|es|ed|curve|chacha|tls|ssl|utf|rot|pbkdf|https?|oauth|ipv|node|python|php|java|postgres|mysql|redis|ubuntu|debian|win(?:dows)?|step|version|phase|level|part|option|line|table|column|section|page|figure|release|sprint)[-_ ]?v?[0-9]+[a-z]{0,4}(?:[-_.:/].*)?$/iu;
const phrase = (value: string): boolean => (value.includes(' ') ? isPassword(value, 'quoted') : said(value));
/** Two names with a slash or a colon between them are mostly a path or a place. */
const tight = (value: string): boolean =>
  said(value) && (wordiness(value) < 0.62 || /[!@#$%^&*+?~=|]|[0-9].*[0-9]/u.test(value));
const random = (value: string): boolean => isRandom(value, 16, 'bare') && !isIdentifier(value);
const key = (value: string): boolean => isRandom(value, 16, 'bare');
const codes = (value: string): boolean => /[0-9]/u.test(value) || wordiness(value) < 0.3;
const vault = (value: string): boolean => isRandom(value, 10, 'bare');

const passwords = ['passw', 'passphrase', 'passcode', 'pwd', 'kennwort', 'passe', 'contrase', 'senha', 'has', 'парол'];
const people = ['user', 'login', 'log in', 'sign in', 'account', 'cred', 'zugang', 'anmeld'];
const account = '(?:usernames?|users?|log ?in|sign ?in|accounts?|cred(?:ential)?s?|zugang(?:sdaten)?|anmeldung)';

export const sentenceRows: readonly Row[] = [
  ['told-password', passwords, `${noun}${saying}${named}`, said],
  ['told-password', passwords, `${noun}${saying}${quoted}`, phrase],
  // `log in as admin (password …)`, `user deploy, pass …`.
  ['told-password', people, `${account}[^\\n]{0,60}?[ (](?:${noun}|pass|pw)[ \\t]{1,2}${named}`, said],
  ['told-pair', people, `${account}[^\\n/|]{0,40}?[ \\t(:]${person}[ \\t]{1,4}[/|][ \\t]{1,4}${named}`, said],
  [
    'told-pair',
    people,
    `${account}(?:[ \\t]+${word}){0,5}?(?:[ \\t]{0,2}[:=]|[ \\t]+(?:is|are|ist|sind))[ \\t]{1,4}${person}[:/]["'\`]?(?<v>[^\\s"'\`<>:/,;()]{6,64})(?![:/])`,
    tight,
  ],
  [
    'told-token',
    ['token', 'key', 'secret', 'credential'],
    `(?<![A-Za-z])(?:tokens?|keys?|secrets?|credentials?)${saying}${named}`,
    random,
  ],
  [
    'told-token',
    ['key', 'token', 'secret'],
    `(?:api|access|auth|secret|license|admin|deploy)[ -](?:key|token)${saying}${named}`,
    key,
  ],
  [
    'recovery-code',
    ['code', 'recovery key'],
    `(?:(?:recovery|backup|emergency|scratch|rescue|one-time|2fa|mfa|wiederherstellungs)[ _-]{0,2}codes?|recovery key)[^\\n:=]{0,40}?[ \\t:=]{1,4}["'\`]?(?<v>${code}(?:[ \\t,;]{1,3}${code}){0,19})(?![A-Za-z0-9])`,
    codes,
  ],
  ['recovery-code', ['-'], '(?<![0-9-])(?<v>[0-9]{6}(?:-[0-9]{6}){7})(?![0-9-])', () => true],
  ['vault-token', ['vault'], `vault[^\\n]{0,80}?(?<![A-Za-z0-9])(?<v>(?:hv)?[sbr]\\.[A-Za-z0-9_-]{8,})`, vault],
  // Names of files and branches have no spaces.
  [
    'told-password',
    ['passw'],
    `passw(?:or)?[dt](?:[-_][a-z0-9]{1,20}){0,6}?[-_](?:is|was)[-_](?<v>[^\\s/\\\\.]{6,64})`,
    said,
  ],
];
