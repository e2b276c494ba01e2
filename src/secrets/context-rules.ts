// Credentials that only their surroundings give away: `password=…`, a header, a URL with a password in it.

/** A place in the text that a rule takes for a credential; only the value is covered, so that the rest stays readable. */
export interface ContextHit {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

const named =
  /(?<![A-Za-z0-9])(?:[A-Za-z0-9]{1,40}[_.-]){0,4}(?<name>pass(?:wor[dt]|phrase|wd|code)?|pwd|secret(?:[_-]?(?:access)?[_-]?key)?|token|api[_-]?key|apikey|access[_-]?key(?:[_-]?id)?|private[_-]?key|client[_-]?secret|auth(?:[_-]?(?:key|token|orization))?|credentials?|encryption[_-]?key|signing[_-]?(?:key|secret)|account[_-]?key|session[_-]?(?:key|secret|token|id)|bearer|cookie|webhook[_-]?secret|license[_-]?key|key|pat|dsn)(?:[_-](?:value|string|id|v?[0-9]{1,2}))?["'\]]{0,2}[ \t]{0,4}(?:=>|:=|==?|:|,(?=[ \t]?["']))[ \t]{0,4}(?:"(?<double>[^"\n]{6,512})"|'(?<single>[^'\n]{6,512})'|`(?<tick>[^`\n$]{6,512})`|(?<bare>[^\s"'`<>(){}[\];,]{6,512}))/giu;

const flagged =
  /(?<![A-Za-z0-9-])--?(?:[a-z0-9]{1,24}-){0,3}(?:pass(?:word|wd|phrase)?|pwd|token|secret|api-?key|auth(?:-token)?|key|bearer)[ \t]{1,3}["']?(?<bare>[^\s"'`<>(){}[\];,$-][^\s"'`<>(){}[\];,]{5,511})/giu;

const userinfo =
  /(?<![A-Za-z0-9])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/@:"'<>]{0,128}:(?<bare>[^\s/@"'<>]{3,256})@[A-Za-z0-9[]/giu;

const header =
  /(?<![A-Za-z0-9])(?:(?:proxy-)?authorization["']?[ \t]{0,2}[:=][ \t]{0,2}["']?)?(?:basic|bearer|token|ssws|apikey|digest)[ \t]{1,3}(?<bare>[A-Za-z0-9+/_=.~-]{16,1024})/giu;

const curlUser = /(?<![A-Za-z0-9-])(?:-u|--user|--proxy-user)[ =]{1,2}["']?[^\s:"']{1,64}:(?<bare>[^\s"']{4,128})/gu;
const shortPassword =
  /(?<![A-Za-z0-9])(?:mysql(?:dump|admin)?|mariadb|sshpass)\b[^\n|;]{0,80}?[ \t]-p[ \t]?["']?(?<bare>[^\s"'-][^\s"']{5,127})/gu;
const netrc =
  /(?<![A-Za-z0-9])machine[ \t]{1,4}\S{1,128}\s{1,4}login[ \t]{1,4}\S{1,128}\s{1,4}password[ \t]{1,4}(?<bare>\S{4,256})/gu;
const pgpass =
  /(?<![^\s"'])[A-Za-z0-9.*-]{1,128}:(?:[0-9]{2,5}|\*):[A-Za-z0-9_*-]{1,64}:[A-Za-z0-9_-]{1,64}:(?<bare>[^\s:"']{6,128})(?![^\s"'])/gu;

/** Cheap and broad: text without any of these cannot match below. */
const worthALook =
  /pass|pwd|secret|token|key|auth|cred|bearer|cookie|session|pat|dsn|basic|ssws|digest|:\/\/|-u|-p|machine|:[0-9*]+:/iu;

/** Finds them. What merely talks about a credential (a type, a variable, a placeholder) is left alone. */
export function findByContext(text: string): ContextHit[] {
  if (!worthALook.test(text)) return [];
  const hits: ContextHit[] = [];
  const look = (name: string, pattern: RegExp, accept: (value: string, key: string) => boolean): void => {
    for (const match of text.matchAll(pattern)) {
      const groups = match.groups ?? {};
      const value = groups.double ?? groups.single ?? groups.tick ?? groups.bare ?? '';
      const start = match.index + match[0].lastIndexOf(value);
      if (accept(value, (groups.name ?? '').toLowerCase())) hits.push({ name, start, end: start + value.length });
    }
  };
  look('assigned-secret', named, (value, key) => (isPasswordName(key) ? isPassword(value) : isRandom(value, key)));
  look('flag-secret', flagged, (value) => isPassword(value) && isRandom(value, 'token', 10));
  look('url-password', userinfo, (value) => !isPlaceholder(value));
  look('header-secret', header, (value) => isRandom(value, 'token'));
  look('user-password', curlUser, isPassword);
  look('short-password', shortPassword, isPassword);
  look('netrc-password', netrc, (value) => !isPlaceholder(value));
  look('pgpass-password', pgpass, isPassword);
  return hits;
}

function isPasswordName(key: string): boolean {
  return key.startsWith('pass') || key === 'pwd';
}

const placeholder =
  /^(?:[$%&]|env:|file:|vault:|op:\/\/|arn:|https?:\/\/(?![^/]*@)|\.{0,2}\/|~\/|process\.|os\.|secrets?\.|github\.|config\.|self\.|this\.|params?\.|args?\.|options?\.|ctx\.|req\.|z\.|string|number|boolean|true|false|null|none|undefined|optional|required|redacted|\[redacted|example|changeme|placeholder|your[-_ ]?|my[-_]|xxx|\*{3}|\.{3}|…|<|\{|test(?:ing)?$|dummy|todo|fixme)/iu;

function isPlaceholder(value: string): boolean {
  return placeholder.test(value) || new Set(value).size <= 2 || /\$\{|\{\{|<[a-z_ -]+>/iu.test(value);
}

/** A literal that a person would use as a password: letters with digits or signs, no identifier and no call. */
function isPassword(value: string): boolean {
  if (isPlaceholder(value) || value.length > 256 || /\s/u.test(value)) return false;
  if (value.length < 8) return /[0-9]/u.test(value) && /[A-Za-z]/u.test(value) && /[^A-Za-z0-9_.-]/u.test(value);
  if (/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/u.test(value) || /^[a-z]+(?:[A-Z][a-z]+)+$/u.test(value)) return false;
  if (/^[0-9.,:_-]+$/u.test(value) || /^[A-Z][A-Z0-9_]*$/u.test(value)) return false;
  return /[A-Za-z]/u.test(value) && /[0-9!@#%^&*+?~=]/u.test(value);
}

/** A value that looks drawn at random: long, mixed, and with high entropy per character. */
function isRandom(value: string, key: string, shortest = 16): boolean {
  if (isPlaceholder(value) || value.length < shortest || /\s/u.test(value)) return false;
  if (!/[0-9]/u.test(value) || !/[A-Za-z]/u.test(value)) return false;
  // Paths, dotted names, dates, versions, locators: mixed, but not random.
  if (/^[./~]|\.(?:[a-z]{1,5})$|^[a-z]+:\/\/|^[0-9]{4}-[0-9]{2}|^v?[0-9]+\.[0-9]+/iu.test(value)) return false;
  if (/^[A-Za-z]+(?:[-_./:][A-Za-z0-9]{1,12})+$/u.test(value) && longestRun(value) < 16) return false;
  // Digests and ids are named as what they are nearly everywhere; `key: <uuid>` or `key=<sha>` is an id, `token=<uuid>` is not.
  if (
    (key === 'key' || key === 'session-id' || key === 'session_id' || key === 'pat') &&
    /^(?:[0-9a-f-]{32,}|sha\d+-.*)$/iu.test(value)
  )
    return false;
  if (/^sha(?:1|256|384|512)[-:]/iu.test(value)) return false;
  return entropy(value) >= (/^[0-9a-f-]+$/iu.test(value) ? 2.8 : 3.3);
}

function longestRun(value: string): number {
  return Math.max(0, ...value.split(/[-_./:]/u).map((part) => part.length));
}

function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
