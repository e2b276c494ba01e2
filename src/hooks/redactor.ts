// The scanner for credentials, loaded only if there is anything to scan.
import { isPlainName, isPlainReport } from '../steps/steps.ts';

/** What takes credentials out of everything that was told, and out of the names of the place it was told from. */
export async function redactorFor(
  report: unknown,
  names: readonly (string | null)[] = [],
): Promise<(text: string) => string> {
  if (isPlainReport(report) && names.every(isPlainName)) return (text) => text;
  const { redactSecrets } = await import('../secrets/secrets.ts');
  return (text) => redactSecrets(text);
}
