import path from 'node:path';
import type { Lab } from '#db/access/lab.ts';

// The root of the disk would make every file of the server a file of a run.
const isBelowRoot = (folder: string): boolean => path.isAbsolute(folder) && path.resolve(folder) !== '/';

/** Parse `/path,/path`; throws a plain Error that names the wrong part. */
export function parseRunFolders(text: string): readonly string[] {
  const folders = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const wrong = folders.find((folder) => !isBelowRoot(folder));
  if (wrong) throw new Error(`"${wrong}" is not an absolute path of a folder, for example /data/minknow`);
  return [...new Set(folders.map((folder) => path.resolve(folder)))];
}

/**
 * Return the lab whose sequencers write into the run folders: the first, because a path does not say whose run it
 * is.
 */
export const labOfFolders = ({ LAB_SERVES }: { LAB_SERVES: readonly Lab[] }): Lab | undefined =>
  LAB_SERVES[0];
