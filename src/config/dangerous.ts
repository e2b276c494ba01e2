// What a home may not set. A home travels by clone; whoever can push to it must not gain a program, an address or a purse.

// By the place where each belongs, because "refused" alone helps nobody.
const refused: Readonly<Record<string, readonly string[]>> = {
  providers: ['providers', 'provider'],
  'providers.<name>.url': ['url', 'base_url', 'baseurl', 'endpoint'],
  'providers.<name>.key': ['key', 'api_key', 'apikey', 'token', 'password'],
  commands: ['commands', 'command', 'exec', 'run', 'shell', 'hooks', 'env'],
  embedder: ['embedder', 'embedders', 'embedding', 'embeddings'],
  runner: ['runner', 'runners'],
  homes: ['homes'],
  owners: ['owners'],
  budget: ['budget', 'budgets'],
  'mcp.undo': ['mcp'],
  remotes: ['remotes', 'remote', 'origin'],
};

/** Names the operator's key for a setting that a home may not have, or undefined if the name is not of that kind. */
export function operatorKeyFor(name: string): string | undefined {
  return Object.keys(refused).find((place) => refused[place]?.includes(name.toLowerCase()));
}
