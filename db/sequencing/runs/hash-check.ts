import { z } from 'zod';
import { largeCount } from '#db/values/field-types.ts';
import type { OutputFile } from '../files/run-tables.ts';

const MAX_EXAMPLES = 50;

/** The comparison of the files of a run with the hashes that the instrument wrote. */
export const HashCheck = z.strictObject({
  /** The files that `output_hash_*.csv` lists. */
  listed: largeCount,
  /** Those whose hash was computed; the others are missing or were left out. */
  checked: largeCount,
  different: largeCount,
  missing: largeCount,
  /** The first files that differ or are missing. */
  examples: z
    .array(z.strictObject({ path: z.string().max(1000), problem: z.enum(['different', 'missing']) }))
    .max(MAX_EXAMPLES),
});
export type HashCheck = z.infer<typeof HashCheck>;

/** What is known about a listed file: its hash, that it was left out, or that it is not there. */
type FileHash = { kind: 'hash'; sha256: string } | { kind: 'unread' } | { kind: 'missing' };

/** Compare listed files with those of a folder, one after the other; `find` computes the hash of a path. */
export async function checkHashes(
  outputFiles: readonly OutputFile[],
  find: (path: string) => Promise<FileHash>,
): Promise<HashCheck> {
  const check: HashCheck = { listed: outputFiles.length, checked: 0, different: 0, missing: 0, examples: [] };
  const addExample = (path: string, problem: 'different' | 'missing'): void => {
    check[problem] += 1;
    if (check.examples.length < MAX_EXAMPLES) check.examples.push({ path: path.slice(0, 1000), problem });
  };
  for (const { path, sha256 } of outputFiles) {
    const hash = await find(path);
    if (hash.kind === 'missing') addExample(path, 'missing');
    if (hash.kind !== 'hash') continue;
    check.checked += 1;
    if (hash.sha256 !== sha256) addExample(path, 'different');
  }
  return check;
}
