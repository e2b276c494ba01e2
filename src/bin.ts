#!/usr/bin/env node
// The gate: looks at the Node version and the first word, then opens exactly one door.

// Nothing may be imported above this line of thought: on an old Node even parsing our own files can fail.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const verb = process.argv[2];

if (major < 22 || (major === 22 && minor < 18)) {
  // A hook must never be in the way of the agent that called it, least of all because of our own needs.
  if (verb !== 'hook') {
    process.stderr.write(
      `E_NODE_TOO_OLD dreamkeeper needs Node 22.18 or later; this is ${process.versions.node}. Get one that lasts (https://nodejs.org, or: nvm install 24), then, in a clone of dreamkeeper: npm ci && npm install -g "$(npm pack --silent)"\n`,
    );
  }
  process.exitCode = verb === 'hook' ? 0 : 2;
} else {
  process.exitCode = await main();
}

async function main(): Promise<number> {
  process.getBuiltinModule('node:module').enableCompileCache();
  if (verb === 'hook') return hook();
  if (verb === 'mcp' && !process.argv.some((word) => /^(?:--config(?:=.*)?|--json|--help|-h)$/u.test(word)))
    return mcp();
  if (verb !== 'step') return desk();
  try {
    const { runStep } = await import('./hooks/hooks.ts');
    await runStep(process.argv.slice(3));
    return 0;
  } catch (error) {
    const { tellOutside } = await import('./cli/cli.ts');
    return tellOutside(error, process.argv.includes('--json'));
  }
}

/** Whatever happens in it, the agent that called it goes on as if nothing had. */
async function hook(): Promise<number> {
  try {
    const { runHook } = await import('./hooks/hooks.ts');
    await runHook(process.argv.slice(3));
  } catch {
    // Not even a home could be looked for, so there is nowhere to count it; `dk doctor` tries the hook and says what it sees.
  }
  return 0;
}

async function mcp(): Promise<number> {
  try {
    const { runMcp } = await import('./mcp/mcp.ts');
    await runMcp(process.argv.slice(3), ourVersion());
    return 0;
  } catch (error) {
    const { tellOutside } = await import('./cli/cli.ts');
    return tellOutside(error, false);
  }
}

async function desk(): Promise<number> {
  const { runCli } = await import('./cli/cli.ts');
  return runCli(process.argv.slice(2), ourVersion());
}

function ourVersion(): string {
  const { readFileSync } = process.getBuiltinModule('node:fs');
  const ours = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(ours) as { readonly version: string };
  return version;
}

// Marks this file as a module: on its own it imports nothing.
export {};
