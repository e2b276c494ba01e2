// The same report, with a hostile text in every field that somebody else can write into.
import { mapStrings } from './told.ts';

export const payloads = [
  '<script>window.pwned = 1; alert(1)</script>',
  '"><img src=x onerror="window.pwned=1;alert(1)">',
  "' onmouseover='alert(1)' x='",
  '</style><script>alert(1)</script><style>',
  '</bdi></main><h1>Everything is fine</h1><iframe src="http://127.0.0.1:9/x"></iframe>',
  '<svg/onload=alert(1)><a href="javascript:alert(1)">open</a>',
  '<link rel=stylesheet href=http://127.0.0.1:9/x.css><meta http-equiv=refresh content="0;url=http://127.0.0.1:9/">',
  '\u202Egnihton si siht\u202C \u2066x\u2069 \u200B\uFEFF zero width',
  '\u001B]8;;http://127.0.0.1:9/\u0007link\u001B[31m red \u0000 nul',
  '&lt;b&gt; &amp; &#x3c;script&#x3e; {{7*7}} #{7*7} <!-- --> ]]>',
  'expression(alert(1)); background: url(http://127.0.0.1:9/x.png)',
  `${'long'.repeat(300)} ${'long words '.repeat(200)}`,
  'שלום עולם, this is right to left العربية',
  '\uD800 half a character \u{1F480}\u{1F3FD}\u200D\u2764',
] as const;

/** What comes from a short list of ours, or is a moment: nobody else can write into these. */
const fixed = /^(?:kind|did|result|judgement|sign|zone|result)$/u;
const isMoment = (text: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u.test(text);

/** `given` says by its place which text it gets; one that says what a night did is free, one that says which kind it is is not. */
export function hostile<T extends object>(report: T, text: (at: number) => string): T {
  let at = 0;
  return mapStrings(report, (given, name) => {
    const isSentence = name === 'did' && given.includes(' ');
    if ((fixed.test(name) && !isSentence) || isMoment(given)) return given;
    at += 1;
    return text(at);
  });
}

/** The elements of a page with the names of their attributes, without a browser. */
export function skeletonOf(page: string): string[] {
  const body = page.replace(/<style>[\s\S]*?<\/style>/u, '<style></style>');
  return [...body.matchAll(/<(\/?[a-z0-9]+)((?:\s+[a-z0-9:-]+(?:="[^"]*")?)*)\s*\/?>/giu)].map(
    ([, name = '', attributes = '']) =>
      `${name} ${[...attributes.matchAll(/([a-z0-9:-]+)(?:="[^"]*")?/giu)].map(([, attribute]) => attribute).join(' ')}`,
  );
}
