// What the git in memory does not do. It says so at once: a test that went on with a guess would prove nothing.

/** Names what was asked, so that whoever reads it knows to live this on real git. */
export function refused(what: string): never {
  throw new Error(`the git in memory does not ${what}: live this on real git`);
}
