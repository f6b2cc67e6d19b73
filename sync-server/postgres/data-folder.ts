import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Node's own way never comes back where the system takes no new folders (/proc); one at a time, the system's no is heard. */
function makeFolder(folder: string): void {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return;
  // Versions of Node differ in what they call a file that stands in the way.
  if (stats) throw Object.assign(new Error('A file is there.'), { code: 'ENOTDIR' });
  if (path.dirname(folder) !== folder) makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another start may have made it in this instant.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Creates DATA_DIR, or says in one line why that cannot be. */
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
