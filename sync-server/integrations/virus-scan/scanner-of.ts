import type { Env } from '#sync-server/config/env.ts';
import { builtinScanner } from './builtin-scanner.ts';
import { clamdScanner } from './clamd-scanner.ts';
import type { VirusScanner } from './port.ts';

/** The scanner that the settings choose: always the built-in one, and after it a clamd if there is one. */
export function scannerOf({ CLAMD_URL }: Pick<Env, 'CLAMD_URL'>): VirusScanner {
  if (CLAMD_URL === undefined) return builtinScanner;
  const clamd = clamdScanner(new URL(CLAMD_URL));
  return {
    findingOf: async (file) => (await builtinScanner.findingOf(file)) ?? (await clamd.findingOf(file)),
  };
}
