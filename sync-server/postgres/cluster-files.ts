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
