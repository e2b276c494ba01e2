// Credentials behind a name that says so: `password=…`, `"apiKey": "…"`, `--token …`, `ENV DB_PASSWORD …`.
import { mayAssign } from './may-assign.ts';
import { type Kind, kindOfName, tellingName } from './names.ts';
import { type Form, isIdentifier, isPassword, isRandom } from './values.ts';

/** Where a credential stands, and by which rule it was found. Only the value is covered, so that the rest stays readable; it is not in it. */
export interface SecretSpan {
  readonly rule: string;
  readonly start: number;
  readonly end: number;
}

interface Value {
  readonly text: string;
  readonly start: number;
  readonly form: Form;
}

// A name is a whole run of its characters, so that each run is looked at once.
const name = '(?<name>(?<![\\p{L}\\p{N}_$.-])[\\p{L}\\p{N}_$.-]+)';
const type =
  "(?:String|string|str|&(?:'static )?str|SecretStr|Option<String>|Optional\\[str\\]|string \\| (?:undefined|null)|any)";
const operator = `(?:(?:[?!]?[ \\t]{0,4}:[ \\t]{0,4}|(?<=[ \\t])\\*?)${type}[ \\t]{0,4}:?=|[:?|.+!=]{0,3}=[=>]{0,2}|:{1,2}(?!/)|->|<-|\\|\\||\\?\\?|\\?:|(?<=["'])>|</key>\\s{0,40}<string>|(?<= )(?:or|is|lautet)(?= )|(?<=[ \\t])(?=["'\`])|,(?=\\s{0,8}(?:<<)?["'\`])|\\((?=\\s{0,8}["'\`]))`;
// In lists of settings the name is itself a value: `{"name": "DB_PASSWORD", "value": "…"}`, `<add key="…" value="…"/>`.
const listed = '["\']?[ \\t]{0,4},?\\s{0,40}["\']?(?:value|Value|ParameterValue|content)["\']?[ \\t]{0,4}[:=]';
const named = `${name}(?:${listed}|["'\`\\])]{0,3}[ \\t]{0,8}${operator})`;
const flagged = '(?<![\\p{L}\\p{N}_$.-])(?<name>--?[A-Za-z][\\w-]*)[ \\t]+(?![-|&])';
const setting =
  '(?<![A-Za-z0-9])(?:ENV|ARG|setenv|setx|SetEnv|set(?: -[A-Za-z]+)?|config(?:ure)? set)[ \\t]+(?:\\S*[:/])?(?<name>[\\w.-]+)[ \\t]+(?![-|&=])';

// What may stand between an operator and a literal: brackets, a string's prefix, the usual wrappers, a YAML block or tag.
const opening =
  '[ \\t]{0,40}(?:\\s{0,80}(?=["\'`[({]))?(?:[[({]\\s{0,20}|<<){0,2}(?:(?:[|>][-+]?|!\\w+(?=\\s))[ \\t]{0,4}(?:\\r?\\n[ \\t]{1,40})?)?(?:(?:new )?(?:SecretStr|SecretString|Secret|String::from|String|bytes|Buffer\\.from)\\(\\s{0,8})?(?:[bBrRuUfFL@]{1,2}(?=["\'`]))?';
const literals: Readonly<Record<string, string>> = {
  '"': '"(?:"")?((?:[^"\\\\\\n]|\\\\[^\\n])*)',
  "'": "'(?:'')?((?:[^'\\\\\\n]|\\\\[^\\n])*)",
  '`': '`((?:[^`\\\\\\n]|\\\\[^\\n])*)',
};
// Ends where another parameter begins or an escaped line does.
const bare = '(?:[^\\s"\'`<>(){}[\\];,&\\\\]|&(?![A-Za-z_][\\w.-]{0,40}=|quot;|amp;)|\\\\(?![nrt"\']))+';
/** Names inside one unbroken run that are followed up; more than these is an attack on our time. */
const mostPerRun = 16;
/** Enough of a value to tell what it is. */
const tellingLength = 512;

/** Finds them. What merely talks about a credential (a type, a variable, a placeholder) is left alone. */
export function findAssigned(text: string): SecretSpan[] {
  if (!tellingName.test(text) || !mayAssign(text)) return [];
  return [
    ...spansBehind(text, named, 'assigned-secret'),
    ...(text.includes('-') ? spansBehind(text, flagged, 'flag-secret') : []),
    ...(/(?:ENV|ARG|[Ss]et|setenv|setx|SetEnv) /u.test(text) ? spansBehind(text, setting, 'assigned-secret') : []),
  ];
}

function spansBehind(text: string, pattern: string, rule: string): SecretSpan[] {
  const hits: SecretSpan[] = [];
  let runEnd = 0;
  let inRun = 0;
  for (const match of text.matchAll(new RegExp(pattern, 'gu'))) {
    const written = (match.groups?.name ?? '').slice(-80);
    const kindByName = kindBehind(text, match.index, written, match[0]);
    if (kindByName === undefined) continue;
    // In `arn:…:secret:…` the colons part a name, they assign nothing.
    if (/:\s?$/u.test(match[0]) && /[A-Za-z0-9]:$/u.test(text.slice(Math.max(0, match.index - 2), match.index)))
      continue;
    // `("password", "…")` are a name and a value; in `["user", "password", "…"]` all three are names.
    const isPair =
      !match[0].endsWith(',') || /[({]\s{0,8}["'`]?$/u.test(text.slice(Math.max(0, match.index - 12), match.index));
    const kind = kindByName === 'password' && !isPair ? 'secret' : kindByName;
    const after = match.index + match[0].length;
    inRun = after < runEnd ? inRun + 1 : 0;
    if (inRun >= mostPerRun) continue;
    const value = valueAt(text, match.index, after, written);
    if (value === undefined) continue;
    const end = value.start + value.text.length;
    if (value.form !== 'quoted') runEnd = Math.max(runEnd, end);
    if (isCredential(value, kind, text[match.index - 1] ?? '')) hits.push({ rule, start: value.start, end });
  }
  return hits;
}

/** `API key: …` is a name of two words, `restored from key: …` is not; and one may pass `something` to a function. */
function kindBehind(text: string, start: number, written: string, matched: string): Kind | undefined {
  const alone = kindOfName(written);
  if (alone === undefined || !/^[a-z]+$/iu.test(written)) return alone;
  if (/^pass\s+$/iu.test(matched)) return undefined;
  const before = /[\p{L}\p{N}]{2,20} $/u.exec(text.slice(Math.max(0, start - 21), start))?.[0] ?? '';
  const both = kindOfName(`${before}${written}`);
  return both === 'key' && alone === 'weak' ? 'weak' : both;
}

function valueAt(text: string, from: number, after: number, written: string): Value | undefined {
  const start = after + (matchAt(opening, text, after)?.[0].length ?? 0);
  const literal = literals[text[start] ?? ''];
  if (literal !== undefined) {
    const match = matchAt(literal, text, start);
    const inner = match?.[1] ?? '';
    return withoutScheme({ text: inner, start: start + (match?.[0].length ?? 0) - inner.length, form: 'quoted' });
  }
  const isEnv = /^[A-Z][A-Z0-9_]*$/u.test(written) && text[after - 1] === '=' && start === after;
  const form: Form = isEnv ? 'env' : 'bare';
  const run = matchAt(bare, text, start)?.[0] ?? '';
  return wholeLine(text, from, start, form) ?? withoutScheme({ text: run, start, form });
}

/** A setting alone on its line may hold signs that would end a value elsewhere. */
function wholeLine(text: string, from: number, start: number, form: Form): Value | undefined {
  const before = text.slice(Math.max(0, from - 40), from);
  if (!/(?:^|[\n"'])[ \t]{0,20}(?:- )?(?:export |set |ENV )?$/u.test(before)) return undefined;
  const run = matchAt('[^\\s"\'`\\\\]\\S*', text, start)?.[0] ?? '';
  if (matchAt('[ \\t]{0,80}(?:#[^\\n]*)?(?:\\r?\\n|$)', text, start + run.length) === undefined) return undefined;
  const value = run.replace(/["'],?$/u, '');
  const isCode = /[;,]$|^[\w$.]+\(|[)\]}]$|&[A-Za-z_][\w.-]{0,40}=|\\[nrt"']|["'],/u.test(value);
  // `POSTGRES_PASSWORD: …` in a compose file is an environment as well.
  const isEnv = form === 'env' || /[A-Z0-9]_[A-Z0-9_]*: $/u.test(text.slice(from, start));
  return value === '' || isCode ? undefined : { text: value, start, form: isEnv ? 'env' : form };
}

function matchAt(pattern: string, text: string, at: number): RegExpExecArray | undefined {
  const sticky = new RegExp(pattern, 'uy');
  sticky.lastIndex = at;
  return sticky.exec(text) ?? undefined;
}

/** `Bearer …` in a literal: the scheme is no part of the secret. */
function withoutScheme(value: Value): Value {
  const scheme = /^(?:Bearer|Basic|Token|token|ApiKey|OAuth|Bot) /u.exec(value.text)?.[0].length ?? 0;
  return { ...value, text: value.text.slice(scheme), start: value.start + scheme };
}

function isCredential(value: Value, kind: Kind, before: string): boolean {
  const text = value.text.slice(0, tellingLength).trim();
  const { form } = value;
  if (kind === 'password') return isPassword(text, form) || isRandom(text, 12, form);
  if (kind === 'secret')
    return (
      isRandom(text, 12, form) ||
      isShortSecret(text) ||
      (form === 'env' && /[0-9]/u.test(text) && isPassword(text, 'env'))
    );
  // `Cookie: name=…` is a list, and judged as one.
  if (!isRandom(text, 20, form) || (kind === 'weak' && /^[A-Za-z_.-]{1,24}=./u.test(text))) return false;
  // In a query string `key=` is a credential: nobody sends a cache key to a stranger.
  const isQuery = (before === '?' || before === '&') && form !== 'quoted';
  return kind === 'key' || isQuery || form === 'env' || !isIdentifier(text);
}

/** Too short to be told from a name by its letters, but letters and digits take turns. */
function isShortSecret(text: string): boolean {
  return /^[A-Za-z0-9]{8,11}$/u.test(text) && (text.match(/[A-Za-z][0-9]|[0-9][A-Za-z]/gu)?.length ?? 0) >= 3;
}
