// Something a person should look at: a stable word, what it is, and what to do.

export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

export function problem(code: string, message: string, hint: string): Problem {
  return { code, message, hint };
}
