import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';

/** Folder for files of root that the postgres user must reach if it cannot enter the project's folder. */
export const SYSTEM_ROOM = '/var/lib/benchside';

/** The user as which root starts Postgres, because Postgres refuses to run as root. */
export interface PostgresUser {
  uid: number;
  gid: number;
}

const idOf = (flag: '-u' | '-g'): number =>
  Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }));

/** Return null for a normal user; for root the `postgres` account, created if missing. */
export function postgresUser(): PostgresUser | null {
  if (process.getuid?.() !== 0) return null;
  try {
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    // The account does not exist yet.
  }
  try {
    spawnSync('groupadd', ['--system', 'postgres']);
    execFileSync('useradd', ['--system', '--gid', 'postgres', '--no-create-home', 'postgres'], {
      stdio: 'pipe',
    });
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    throw new Error(
      'Postgres does not run as root and no "postgres" account could be created. Start as a normal user, or set DATABASE_URL.',
    );
  }
}

/** Report whether this user can enter the folder; the system is asked, because every parent folder counts. */
export function canEnter(folder: string, user: PostgresUser): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...user, cwd: '/' }).status === 0;
}

/** Create a folder that everybody may enter, whatever the umask. */
export function makeOpenDirectory(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
}
