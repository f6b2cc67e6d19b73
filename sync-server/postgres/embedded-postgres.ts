import { execFile } from 'node:child_process';
import { chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { APPLICATION_ROLE } from './application-role.ts';
import {
  type Cluster,
  clusterOf,
  freePort,
  openDataFolder,
  ownDirectory,
  type PostgresUser,
  postgresUser,
  saveCluster,
} from './cluster-files.ts';
import { findBinaries } from './postgres-binaries.ts';
import { withStartLock } from './start-lock.ts';

const run = promisify(execFile);
const DATABASE = 'benchside';
const ATTEMPTS = 20;
// Fewer checkpoints make smaller logs: Postgres logs a whole page at its first change after each checkpoint.
// Both settings are safe.
const STEADY = ['wal_compression=on', 'max_wal_size=2GB', 'checkpoint_timeout=15min'];

export interface EmbeddedOptions {
  /** DATA_DIR: the cluster's record, and its data if the postgres user can reach it. */
  home: string;
  /** Extra server settings, for example `fsync=off` for a test cluster. */
  settings?: readonly string[];
  /** Start with an empty cluster unless one is running, because data of an earlier test run is useless. */
  disposable?: boolean;
  /**
   * Wait for the recorded port instead of taking another, because clients are connected to it or will
   * reconnect.
   */
  keepPort?: boolean;
}

export interface EmbeddedPostgres {
  /** Connection string of the application role, which reads and writes rows. */
  url: string;
  /** Connection string of the table owner, who migrates. */
  ownerUrl: string;
  dataDirectory: string;
  /** True if a server was already running. */
  adopted: boolean;
  /** Stop the server unless another client is connected; never hangs. */
  stop(): Promise<'stopped' | 'in use'>;
}

const ownerUrlOf = (cluster: Cluster, database: string): string =>
  `postgres://postgres:${cluster.password}@127.0.0.1:${cluster.port}/${database}`;

const applicationUrlOf = (cluster: Cluster, database: string): string =>
  `postgres://${APPLICATION_ROLE}:${cluster.applicationPassword}@127.0.0.1:${cluster.port}/${database}`;

async function query<R extends pg.QueryResultRow>(
  cluster: Cluster,
  text: string,
  database = 'postgres',
): Promise<R[]> {
  const client = new pg.Client({
    connectionString: ownerUrlOf(cluster, database),
    // A dead server refuses at once; a live server on a busy machine may answer late.
    connectionTimeoutMillis: 20_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const asUser = (user: PostgresUser | null) => ({
  ...user,
  cwd: '/',
  env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' },
  timeout: 60_000,
});

async function createCluster(cluster: Cluster, user: PostgresUser | null, home: string): Promise<void> {
  // A directory without PG_VERSION comes from a killed initdb and holds no data.
  rmSync(cluster.dataDirectory, { recursive: true, force: true });
  ownDirectory(cluster.dataDirectory, user);
  const passwordFile = path.join(path.dirname(cluster.dataDirectory), `.password-${process.pid}`);
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 });
  try {
    if (user) chownSync(passwordFile, user.uid, user.gid);
    const flags = [
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--auth=scram-sha-256',
      '--username=postgres',
      '--no-instructions',
    ];
    await run(
      findBinaries(user).initdb,
      ['-D', cluster.dataDirectory, ...flags, `--pwfile=${passwordFile}`],
      asUser(user),
    );
  } catch (error) {
    rmSync(cluster.dataDirectory, { recursive: true, force: true });
    throw new Error(`The database could not be created in ${cluster.dataDirectory}: ${lastLine(error)}`);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  saveCluster(home, cluster);
}

const lastLine = (error: unknown): string => {
  const text =
    error instanceof Error && 'stderr' in error && error.stderr ? String(error.stderr) : String(error);
  return text.trim().split('\n').at(-1) ?? '';
};

/** Report whether the cluster's own server runs and answers; a killed Node process leaves it running. */
async function isServing(cluster: Cluster): Promise<boolean> {
  if (!existsSync(path.join(cluster.dataDirectory, 'postmaster.pid'))) return false;
  try {
    const rows = await query<{ data_directory: string }>(cluster, 'SHOW data_directory');
    return rows[0]?.data_directory === cluster.dataDirectory;
  } catch {
    return false;
  }
}

/**
 * After a machine restart the recorded process id may belong to another process, and Postgres would refuse to
 * start. A dead id stays for Postgres to check: it knows whether children of the killed server still use the
 * files.
 */
function dropStalePidFile(cluster: Cluster): void {
  const file = path.join(cluster.dataDirectory, 'postmaster.pid');
  if (!existsSync(file)) return;
  const name = `/proc/${readFileSync(file, 'utf8').split('\n')[0]}/comm`;
  if (existsSync(name) && !readFileSync(name, 'utf8').startsWith('postgres')) rmSync(file);
}

const describeFailure = (log: string): string =>
  existsSync(log)
    ? (readFileSync(log, 'utf8')
        .split('\n')
        .findLast((line) => line.includes('FATAL:'))
        ?.replace(/^.*FATAL:\s*/, '') ?? '')
    : '';

async function startServer(
  existingCluster: Cluster,
  user: PostgresUser | null,
  options: EmbeddedOptions,
): Promise<Cluster> {
  dropStalePidFile(existingCluster);
  const { dataDirectory } = existingCluster;
  const log = path.join(dataDirectory, 'server.log');
  const own = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'];
  const settings = [...own, ...STEADY, ...(options.settings ?? [])]
    .map((setting) => `-c ${setting}`)
    .join(' ');
  let cluster = existingCluster;
  let reason = '';
  for (let tried = 0; tried < ATTEMPTS; tried += 1) {
    rmSync(log, { force: true });
    const flags = ['-w', '-t', '60', '-D', dataDirectory, '-l', log, '-o', `-p ${cluster.port} ${settings}`];
    try {
      // pg_ctl detaches the server from this process group, so killing Node cannot kill a transaction.
      await run(findBinaries(user).pgCtl, ['start', ...flags], asUser(user));
      if (cluster !== existingCluster) saveCluster(options.home, cluster);
      return cluster;
    } catch (error) {
      reason = describeFailure(log) || lastLine(error);
    }
    // The children of a killed server need time to end, and another process may use the stored port
    // meanwhile.
    if (options.keepPort || reason.includes('pre-existing shared memory')) await wait(500);
    else cluster = { ...cluster, port: await freePort() };
  }
  throw new Error(`The database in ${dataDirectory} does not start: ${reason}`);
}

const isAway = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';

/**
 * Report whether another client is connected; a server that does not answer (busy or full) counts as in use.
 */
async function isShared(cluster: Cluster): Promise<boolean> {
  try {
    const otherClients = await query<{ n: number }>(
      cluster,
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
    );
    return (otherClients[0]?.n ?? 0) > 0;
  } catch (error) {
    return !isAway(error);
  }
}

async function stopServer(cluster: Cluster, user: PostgresUser | null): Promise<'stopped' | 'in use'> {
  if (await isShared(cluster)) return 'in use';
  const stop = ['stop', '-w', '-t', '20', '-m', 'fast', '-D', cluster.dataDirectory];
  await run(findBinaries(user).pgCtl, stop, asUser(user)).catch(() => undefined);
  return 'stopped';
}

/** Create what the cluster lacks, including the application role in clusters of earlier versions. */
async function ensureContents(cluster: Cluster): Promise<void> {
  const [known] = await query<{ database: boolean; role: boolean }>(
    cluster,
    `SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = '${DATABASE}') AS database,
       EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${APPLICATION_ROLE}') AS role`,
  );
  const command = known?.role ? 'ALTER' : 'CREATE';
  await query(
    cluster,
    `${command} ROLE ${APPLICATION_ROLE} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD '${cluster.applicationPassword}'`,
  );
  if (!known?.database) await query(cluster, `CREATE DATABASE ${DATABASE}`);
}

/** Start the embedded Postgres of a data folder, or connect to the one that already runs. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const home = path.resolve(options.home);
  openDataFolder(home);
  const user = postgresUser();
  const lock = path.join(home, 'postgres.lock');
  return withStartLock(lock, async () => {
    let cluster = await clusterOf(home, user);
    const adopted = await isServing(cluster);
    if (!adopted) {
      if (options.disposable) rmSync(cluster.dataDirectory, { recursive: true, force: true });
      if (!existsSync(path.join(cluster.dataDirectory, 'PG_VERSION')))
        await createCluster(cluster, user, home);
      cluster = await startServer(cluster, user, { ...options, home });
    }
    await ensureContents(cluster);
    return {
      url: applicationUrlOf(cluster, DATABASE),
      ownerUrl: ownerUrlOf(cluster, DATABASE),
      dataDirectory: cluster.dataDirectory,
      adopted,
      stop: () => withStartLock(lock, () => stopServer(cluster, user)),
    };
  });
}
