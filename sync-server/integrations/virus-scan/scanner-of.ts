import type { Env } from '#sync-server/config/env.ts';
import { builtinScanner } from './builtin-scanner.ts';
import { clamdScanner } from './clamd-scanner.ts';
import type { VirusScanner } from './port.ts';

/** Return the configured scanner: always the built-in one, followed by a clamd if configured. */
export function scannerOf({ CLAMD_URL }: Pick<Env, 'CLAMD_URL'>): VirusScanner {
  if (CLAMD_URL === undefined) return builtinScanner;
  const clamd = clamdScanner(new URL(CLAMD_URL));
  return {
    findingOf: async (file) => (await builtinScanner.findingOf(file)) ?? (await clamd.findingOf(file)),
  };
}
