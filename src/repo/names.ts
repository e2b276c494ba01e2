// What may become an argument of git: everything else is refused before a process starts.
import { DreamkeeperError } from '../errors/errors.ts';
import { oneLine, printSafe } from '../text/text.ts';

/** A full ref name (`refs/heads/main`), by git's own rules and a little stricter. */
export function safeRef(ref: string): string {
  const isSafe =
    /^refs\/[A-Za-z0-9][^\0-\u0020\u007f-\u009f~^:?*[\\]*$/u.test(ref) &&
    ref.length <= 512 &&
    !/\.\.|@\{/u.test(ref) &&
    ref.split('/').every((part) => /^[^.-]/u.test(part) && !/\.(?:lock)?$/u.test(part));
  if (!isSafe) throw badName('ref', ref, 'A full name such as refs/heads/main.');
  return ref;
}

/** A full object name. Abbreviations and expressions never reach git: they can be options, or something else tomorrow. */
export function safeObject(name: string): string {
  if (!/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/u.test(name))
    throw badName('object', name, 'A full object name of 40 or 64 hex digits.');
  return name;
}

/** Who a commit is by; git itself would silently drop what does not fit. */
export interface Identity {
  readonly name: string;
  readonly email: string;
}

export function safeIdentity({ name, email }: Identity): Identity {
  const plain = safeText(oneLine(name, 100))
    .replace(/[<>]/gu, '')
    .replace(/^[\s.,:;"'\\]+|[\s.,:;"'\\]+$/gu, '');
  if (!/[\p{L}\p{N}]/u.test(plain)) throw badName('name', name, 'A name with at least one letter.');
  if (!/^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/u.test(email))
    throw badName('e-mail', email, 'Such as agent@dreamkeeper.local.');
  return { name: plain, email };
}

/** Without Unicode's non-characters: text that holds one is Latin-1 to git, and comes out garbled. */
export function safeText(text: string): string {
  return text.replace(/\p{Noncharacter_Code_Point}/gu, '');
}

function badName(kind: string, given: string, hint: string): DreamkeeperError {
  return new DreamkeeperError(
    'E_BAD_NAME',
    `${JSON.stringify(printSafe(given)).slice(0, 120)} is not a usable ${kind}`,
    { hint },
  );
}
