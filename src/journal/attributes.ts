// What git is told about the journal's files: ledgers of two clones are joined line by line, and no checkout changes an entry's line ends.
import { ledgerPath, manifestPath } from './paths.ts';

/** The file lies in the same folder, and names its neighbours without it. */
const beside = (path: string): string => path.slice(path.indexOf('/') + 1);
const ledger = beside(ledgerPath);

/** The line without which two ledgers are in conflict. */
export const unionLine = `${ledger} merge=union -text`;

/** The whole file, as a home gets it. */
export const newAttributes = `*.org -text\n${unionLine}\n# Made anew at the next dream.\n${beside(manifestPath)} merge=union -text\n`;

/** Whether it says how two ledgers are joined. */
export function joinsLedgers(attributes: string): boolean {
  return attributes.split(/\r?\n/u).some((line) => {
    const [pattern = '', ...said] = line.split(/\s+/u);
    return pattern.replace(/^\//u, '') === ledger && said.includes('merge=union');
  });
}

/** Whether it says anything about the ledger; that is then somebody's choice. */
export function speaksOfLedger(attributes: string): boolean {
  return attributes.split(/[\r\n]/u).some((line) => line.split('#')[0]?.includes(ledger) === true);
}
