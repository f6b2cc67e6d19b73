import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Create folders one at a time: recursive mkdir of Node never returns where the system refuses folders
 * (/proc).
 */
function makeFolder(folder: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return;
  // Node versions differ in the error code for a file at the folder's path.
  if (stats) throw Object.assign(new Error('A file is there.'), { code: 'ENOTDIR' });
  if (path.dirname(folder) !== folder) makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // A concurrent start may have created the folder.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Create DATA_DIR, or report in one line why that fails. */
export function openDataFolder(home: string): void {
  try {
    makeFolder(path.resolve(home));
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'not writable';
    throw new Error(
      `The data folder ${home} cannot be used (${reason}). Give this user rights on it, or set DATA_DIR.`,
    );
  }
}
