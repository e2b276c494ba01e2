// Where the record of the day may never go: into git.

/** The line in a repository's `info/exclude` that hides it and the pieces put aside. */
export const privateLine = '/_*.jsonl';
