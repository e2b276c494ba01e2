// The model that an agent's own definition asks for: `:MODEL:` in the drawer of its heading in `agent.org`.

/** The property of the heading tagged `:agent:` (of this name, if several are), or of the file. */
export function modelInAgentFile(text: string, agent: string): string | undefined {
  const found: { readonly heading: string | undefined; readonly model: string }[] = [];
  let heading: string | undefined;
  for (const line of text.split(/\r?\n/u)) {
    const title = /^\*+\s+(.*)$/u.exec(line)?.[1];
    if (title !== undefined) heading = title;
    const model = /^\s*:MODEL:\s+(\S+)\s*$/iu.exec(line)?.[1];
    if (model !== undefined) found.push({ heading, model });
  }
  const named = found.find((each) => nameIn(each.heading) === agent);
  const tagged = found.find((each) => each.heading === undefined || isAgent(each.heading));
  // Where only one is named, that one is taken.
  return (named ?? tagged ?? (found.length === 1 ? found[0] : undefined))?.model;
}

function isAgent(heading: string): boolean {
  return /:agent:(?:\S*)$/u.test(heading.trimEnd());
}

function nameIn(heading: string | undefined): string {
  return (heading ?? '')
    .replace(/\s+:[\w@#%:]+:\s*$/u, '')
    .trim()
    .toLowerCase();
}
