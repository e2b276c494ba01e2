// Agents ask for memory over MCP.

/** Loaded by whoever serves, and by nobody else: the protocol's own package is a hundred milliseconds. */
export async function openMcp(): Promise<{
  readonly serveStdio: typeof import('./serve-stdio.ts').serveStdio;
  readonly serveHttp: typeof import('./serve-http.ts').serveHttp;
}> {
  const [{ serveStdio }, { serveHttp }] = await Promise.all([import('./serve-stdio.ts'), import('./serve-http.ts')]);
  return { serveStdio, serveHttp };
}
