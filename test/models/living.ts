// Who still lives of a call: processes that carry its mark.
import { readdirSync, readFileSync } from 'node:fs';

/** Their numbers; `call` is the beginning of the mark. Dead ones that nobody has taken note of yet do not count. */
export function living(call: string): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return (
        /^\d+$/u.test(name) &&
        readFileSync(`/proc/${name}/environ`, 'latin1').includes(`DREAMKEEPER_CALL=${call}`) &&
        !/^State:\s+[ZX]/mu.test(readFileSync(`/proc/${name}/status`, 'latin1'))
      );
    } catch {
      // Gone, or somebody else's.
      return false;
    }
  });
}
