import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { z } from 'zod';

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

const Cluster = z.object({
  dataDirectory: z.string(),
  port: z.int(),
  /** Password of the owner, who migrates. */
  password: z.string(),
  /** Password of the application role; clusters of earlier versions have none. */
  applicationPassword: z.string().default(''),
});

/** The record of a cluster: data folder, port and passwords of its roles. */
export type Cluster = z.infer<typeof Cluster>;

const newPassword = (): string => randomBytes(18).toString('base64url');

const recordOf = (home: string): string => path.join(home, 'postgres.json');

/** Find a free port; the cluster's record stores it afterwards. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No free port.')),
      );
    });
  });

/** Return the data folder: for root a system folder if the postgres user cannot reach DATA_DIR. */
function chooseDataDirectory(home: string, user: PostgresUser | null): string {
  if (!user || canEnter(home, user)) return path.join(home, 'postgres');
  const name = createHash('sha256').update(realpathSync(home)).digest('hex').slice(0, 12);
  makeOpenDirectory(SYSTEM_ROOM);
  return path.join(SYSTEM_ROOM, `data-${name}`);
}

/** Read the cluster's record, or write one for a new cluster. */
export async function clusterOf(home: string, user: PostgresUser | null): Promise<Cluster> {
  const file = recordOf(home);
  if (existsSync(file)) {
    const known = Cluster.parse(JSON.parse(readFileSync(file, 'utf8')));
    return known.applicationPassword === ''
      ? saveCluster(home, { ...known, applicationPassword: newPassword() })
      : known;
  }
  return saveCluster(home, {
    dataDirectory: chooseDataDirectory(home, user),
    port: await freePort(),
    password: newPassword(),
    applicationPassword: newPassword(),
  });
}

/** Store the cluster's record, readable by its owner only. */
export function saveCluster(home: string, cluster: Cluster): Cluster {
  writeFileSync(recordOf(home), `${JSON.stringify(cluster, null, 2)}\n`, { mode: 0o600 });
  return cluster;
}

/** Change the owner of a folder to the user that runs Postgres. */
export function ownDirectory(folder: string, user: PostgresUser | null): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!user) return;
  chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
}
