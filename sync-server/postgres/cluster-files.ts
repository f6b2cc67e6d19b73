import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { canEnter, makeOpenDirectory, type PostgresUser, SYSTEM_ROOM } from './postgres-user.ts';

const Cluster = z.object({
  dataDirectory: z.string(),
  port: z.int(),
  /** Of the owner, who migrates. */
  password: z.string(),
  /** Of the application's role; clusters of earlier versions have none. */
  applicationPassword: z.string().default(''),
});

/** What must be remembered of a cluster to find it again: where it lies, its port, the passwords of its roles. */
export type Cluster = z.infer<typeof Cluster>;

const newPassword = (): string => randomBytes(18).toString('base64url');

const recordOf = (home: string): string => path.join(home, 'postgres.json');

/** A port nobody listens on now; kept in the cluster's record afterwards. */
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

/** Root's data lies in DATA_DIR when the postgres user can get there, otherwise in a system folder named after it. */
function chooseDataDirectory(home: string, user: PostgresUser | null): string {
  if (!user || canEnter(home, user)) return path.join(home, 'postgres');
  const name = createHash('sha256').update(realpathSync(home)).digest('hex').slice(0, 12);
  makeOpenDirectory(SYSTEM_ROOM);
  return path.join(SYSTEM_ROOM, `data-${name}`);
}

/** Reads the cluster's record, or writes one for a cluster that is to be created. */
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

/** Keeps the cluster's record, readable for its owner only. */
export function saveCluster(home: string, cluster: Cluster): Cluster {
  writeFileSync(recordOf(home), `${JSON.stringify(cluster, null, 2)}\n`, { mode: 0o600 });
  return cluster;
}

/** Gives a folder to the user that Postgres runs as. */
export function ownDirectory(folder: string, user: PostgresUser | null): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!user) return;
  chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
}
