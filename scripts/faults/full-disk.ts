import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Pool } from 'pg';
import { APPLICATION_ROLE } from '#sync-server/postgres/application-role.ts';
import { startEmbeddedPostgres } from '#sync-server/postgres/embedded-postgres.ts';
import { migrate } from '#sync-server/postgres/migrate.ts';
import { createPool } from '#sync-server/postgres/pool.ts';
import type { TestDatabase } from '#sync-server/postgres/test-database.ts';

/** The disk of a database, which can be filled and cleared. */
export interface Disk {
  fill(): Promise<void>;
  clear(): Promise<void>;
}

/**
 * Return a disk on which a table has room for some more rows; then Postgres answers as with a real full disk
 * (SQLSTATE 53100).
 */
export function fullForTable(owner: Pool, table: string, room: number): Disk {
  return {
    fill: async () => {
      await owner.query(`
        CREATE SEQUENCE room_used;
        GRANT USAGE ON SEQUENCE room_used TO ${APPLICATION_ROLE};
        CREATE FUNCTION fill_disk() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN
            IF nextval('room_used') > ${room} THEN
              RAISE EXCEPTION 'could not extend file "base/16384/16385": No space left on device' USING ERRCODE = '53100';
            END IF;
            RETURN NEW;
          END $$;
        CREATE TRIGGER a_full_disk BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION fill_disk()`);
    },
    clear: async () => {
      await owner.query('DROP FUNCTION fill_disk CASCADE; DROP SEQUENCE room_used');
    },
  };
}

/** Return the disk of a folder, which is really filled; give it a small file system of its own. */
export function diskOf(folder: string): Disk {
  const ballast = path.join(folder, 'ballast');
  return {
    fill: async () => {
      // Postgres sees a page of free space as a full disk: it extends tables by one or more pages.
      for (const bytes of [1 << 20, 1 << 16, 1 << 12]) writeUntilFull(ballast, bytes);
      const { bavail, bsize } = statfsSync(folder);
      if (bavail * bsize > 1 << 14) throw new Error(`${folder} has ${bavail * bsize} bytes left.`);
    },
    clear: async () => rmSync(ballast, { force: true }),
  };
}

function writeUntilFull(file: string, bytes: number): void {
  try {
    for (;;) writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

/** Start a Postgres of its own whose data is in a folder. */
export async function openDatabaseIn(folder: string): Promise<TestDatabase> {
  const settings = ['track_commit_timestamp=on'];
  const cluster = await startEmbeddedPostgres({ home: folder, settings });
  if (!cluster.dataDirectory.startsWith(path.resolve(folder)))
    throw new Error(`Postgres cannot write to ${folder}; its data is in ${cluster.dataDirectory}.`);
  const owner = createPool(cluster.ownerUrl, { max: 2 });
  await migrate(owner, undefined, APPLICATION_ROLE);
  const pool = createPool(cluster.url, { max: 4 });
  return {
    url: cluster.url,
    pool,
    owner,
    drop: async () => {
      await Promise.all([pool.end(), owner.end()]);
      await cluster.stop();
      rmSync(cluster.dataDirectory, { recursive: true, force: true });
    },
  };
}
