// What a text says to whoever takes the trouble to read it: look-alikes, spread letters, names of files, and what is only wrapped up.
import { skeleton } from '../text/text.ts';

/** Longer than this is no line of a day. */
const longest = 20_000;

/** The ways to read a text, each in lower case. The first is the plain one. */
export function readingsOf(given: string): string[] {
  const text = given.slice(0, longest);
  const readings = [text, ...unwrapped(text)].flatMap((each) => {
    // Nearly all text is plain, and there is a lot of it.
    const isPlain = /^[\t\n -~]*$/u.test(each);
    const plain = isPlain ? each.toLowerCase().replace(/\s+/gu, ' ').trim() : skeleton(each);
    // Other scripts as they are written: what looks like Latin in them must not be lost.
    const letters = isPlain ? ascii : anyScript;
    return [
      plain,
      ...(isPlain ? [] : [each.normalize('NFKC').toLowerCase()]),
      spaced(plain, letters),
      joined(plain, letters),
    ];
  });
  return [...new Set(readings)];
}

interface Letters {
  readonly between: RegExp;
  readonly pulledApart: RegExp;
}

/** Classes of all the letters there are take long to be made ready, and nearly all text has none but these. */
const ascii: Letters = {
  between: /(?<=[a-z0-9])[_.+-]+(?=[a-z0-9])/gu,
  pulledApart: /(?<![a-z0-9])(?:[a-z][ ._*|-]){3,}[a-z](?![a-z0-9])/gu,
};
const anyScript: Letters = {
  between: /(?<=[\p{L}\p{N}])[_.+-]+(?=[\p{L}\p{N}])/gu,
  pulledApart: /(?<![\p{L}\p{N}])(?:\p{L}[ ._*|-]){3,}\p{L}(?![\p{L}\p{N}])/gu,
};

/** `do_this-now.md`: in the name of a file anything may stand for a blank. */
function spaced(text: string, { between }: Letters): string {
  return text.replace(between, ' ');
}

/** `c a n c e l`, `c.a.n.c.e.l`: letters that were pulled apart. Two blanks, or a slash, part the words. */
function joined(text: string, { pulledApart }: Letters): string {
  return text.replace(pulledApart, (run) => run.replace(/[ ._*|-]/gu, ''));
}

/** Base64, hex, per cent: a model reads these nearly as well as plain words. */
function unwrapped(text: string): string[] {
  const readable = (bytes: Buffer): string[] => {
    const plain = bytes.toString('utf8');
    // Most are no text at all, and the cheaper question says so.
    return plain.length >= 8 && !plain.includes('\uFFFD') && /^[\t\n\r\p{L}\p{N}\p{P}\p{S}\p{Z}]+$/u.test(plain)
      ? [plain]
      : [];
  };
  // A slash belongs to base64, and to a path.
  const runs = (text.match(/[A-Za-z0-9+/_-]{16,}={0,2}/gu) ?? []).flatMap((run) => [
    run,
    ...(run.includes('/') ? run.split('/').filter((part) => part.length >= 16) : []),
  ]);
  const base64 = runs.flatMap((run) => readable(Buffer.from(run, 'base64')));
  const hex = (text.match(/\b(?:[0-9a-f]{2}){12,}\b/giu) ?? []).flatMap((run) => readable(Buffer.from(run, 'hex')));
  return [...base64, ...hex, ...(/(?:%[0-9a-f]{2}.{0,12}){3}/iu.test(text) ? [percentDecoded(text)] : [])];
}

function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/giu, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'));
}
