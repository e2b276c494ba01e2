// The scanner for credentials, loaded only if there is anything to scan.
import { isPlainReport } from '../steps/steps.ts';

/** What takes credentials out of everything that was told. */
export async function redactorFor(told: unknown): Promise<(text: string) => string> {
  if (isPlainReport(told)) return (text) => text;
  const { redactSecrets } = await import('../secrets/secrets.ts');
  return (text) => redactSecrets(text);
}
