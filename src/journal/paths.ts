// Where the journal's own files lie in a home. Entries lie beside them, by names of their own.

/** One line for each night, wake, run and undo, each with the hash of the one before. */
export const ledgerPath = 'rem/ledger.jsonl';
/** The newest dreams by name. */
export const manifestPath = 'rem/manifest.json';
/** Says how the ledgers of two clones are joined. */
export const attributesPath = 'rem/.gitattributes';
/** What lies in `rem/` besides entries. */
export const journalPaths: readonly string[] = [ledgerPath, manifestPath, attributesPath];
