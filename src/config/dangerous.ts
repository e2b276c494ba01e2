// What a home may not set. A home travels by clone; whoever can push to it must not gain a program, an address or a purse.

// Each with the place where it belongs, because "refused" alone helps nobody.
const belongsTo: Readonly<Record<string, string>> = {
  providers: 'providers',
  provider: 'providers',
  url: 'providers.<name>.url',
  base_url: 'providers.<name>.url',
  baseurl: 'providers.<name>.url',
  endpoint: 'providers.<name>.url',
  key: 'providers.<name>.key',
  api_key: 'providers.<name>.key',
  apikey: 'providers.<name>.key',
  token: 'providers.<name>.key',
  password: 'providers.<name>.key',
  commands: 'commands',
  command: 'commands',
  exec: 'commands',
  run: 'commands',
  shell: 'commands',
  hooks: 'commands',
  env: 'commands',
  runner: 'runner',
  runners: 'runner',
  homes: 'homes',
  owners: 'owners',
  budget: 'budget',
  budgets: 'budget',
  remotes: 'remotes',
  remote: 'remotes',
  origin: 'remotes',
};

/** Names the operator's key for a setting that a home may not have, or undefined if the name is not of that kind. */
export function operatorKeyFor(name: string): string | undefined {
  return Object.hasOwn(belongsTo, name.toLowerCase()) ? belongsTo[name.toLowerCase()] : undefined;
}
