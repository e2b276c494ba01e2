// The law of tests as a function over texts: what depends on a machine's speed or on luck, or could hit somebody else's process, is no test.
import { withoutComments } from './law.ts';

/** Clocks that are only good for measuring, and figures of time that are compared. */
const measures = /\bperformance\.(?:now|timeOrigin|measure|mark)\b|\bhrtime\b|\bconsole\.time\b/u;
const compared = /\b(?:milliseconds|durationMs|duration_ms|elapsed\w*|took(?:Ms)?)\s*[<>]=?\s*[\w(]/u;
const drawsAnew = /\bfrom 'fast-check'/u;
const byName = /['"`\s](?:pkill|killall)\b/u;

/** Everything in one file of the tests that breaks the law, in words. */
export function testViolations(source: string): string[] {
  const code = withoutComments(source);
  const found: string[] = [];
  const measured = measures.exec(code) ?? compared.exec(code);
  if (measured !== null)
    found.push(`asks how long something took (${measured[0]}): let an event say it, or use endsFor`);
  const moments = new Set([...code.matchAll(/\b(\w+)\s*=\s*Date\.now\(\)\s*[;,]/gu)].map(([, name = '']) => name));
  // A deadline is a moment and some time; two moments subtracted are how long something took.
  const isMoment = (term: string): boolean => term === 'Date.now()' || moments.has(term);
  for (const [whole, from = '', to = ''] of code.matchAll(/(\bDate\.now\(\)|\b\w+)\s-\s(\bDate\.now\(\)|\b\w+)/gu))
    if (isMoment(from) && isMoment(to)) found.push(`asks how long something took (${whole}): let an event say it`);
  if (byName.test(code)) found.push('ends processes by name: end those you started, by their id');
  if (drawsAnew.test(code)) found.push('draws other examples in every run: take fc from test/drawn.ts');
  return found;
}
