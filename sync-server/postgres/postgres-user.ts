import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';

/** Where root keeps what the postgres user must reach when the project's own folder is closed to it. */
export const SYSTEM_ROOM = '/var/lib/benchside';

/** Postgres refuses to run as root, so root starts it as this user. */
export interface PostgresUser {
  uid: number;
  gid: number;
}

const idOf = (flag: '-u' | '-g'): number =>
  Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }));

/** Null for a normal user; for root the `postgres` account, which is created when the machine has none. */
export function postgresUser(): PostgresUser | null {
  if (process.getuid?.() !== 0) return null;
  try {
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    // No such account yet.
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

/** Can this user enter the folder? Asked of the system itself, since every parent folder counts. */
export function canEnter(folder: string, user: PostgresUser): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...user, cwd: '/' }).status === 0;
}

/** Makes a folder that everybody may enter, whatever the umask. */
export function makeOpenDirectory(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
}
