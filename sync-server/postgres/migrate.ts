import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { grantApplication } from './application-role.ts';
import { migrateJobSchema } from './job-schema.ts';

/** The folder of the project's migrations. */
export const MIGRATIONS = fileURLToPath(new URL('../../db/migrations', import.meta.url));

// An arbitrary constant; every server process of this database must use the same one.
const ADVISORY_LOCK = 7_304_112;

/** A migration file on disk. */
export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** Read `NNNN_name.sql` files in order; throws if two files have the same number. */
export function readMigrations(folder: string = MIGRATIONS): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  const numbers = new Set<string>();
  return names.map((name) => {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
    if (!number) throw new Error(`Migration ${name} must be named like 0001_what_it_does.sql.`);
    if (numbers.has(number))
      throw new Error(`Two migrations have the number ${number}. Give ${name} the next free one.`);
    numbers.add(number);
    const sql = readFileSync(path.join(folder, name), 'utf8');
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

async function applyOne(client: pg.ClientBase, migration: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(migration.sql);
    await client.query('INSERT INTO schema_migration (name, checksum) VALUES ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    if (isDenied(error)) throw needsOwner();
    const line =
      error instanceof Error && 'position' in error ? lineOf(migration.sql, Number(error.position)) : '';
    throw new Error(
      `Migration ${migration.name}${line}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

const isDenied = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '42501';

const needsOwner = (): Error =>
  new Error(
    'Migrations are missing, or the role of DATABASE_URL has no rights yet. Set MIGRATION_DATABASE_URL to the role that owns the tables, or run "npm run migrate" with it.',
  );

const lineOf = (sql: string, position: number): string =>
  position > 0 ? ` line ${sql.slice(0, position).split('\n').length}` : '';

const CREATE_RECORD = `CREATE TABLE schema_migration (
  name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`;

/** Allow a role without DDL rights to continue if the database has all migrations. */
async function ensureRecord(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    `SELECT to_regclass('schema_migration') IS NOT NULL AS found`,
  );
  if (rows[0]?.found) return;
  await client.query(CREATE_RECORD);
}

async function applyMissing(client: pg.ClientBase, migrations: readonly Migration[]): Promise<string[]> {
  await ensureRecord(client);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM schema_migration',
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  for (const { name } of rows) {
    if (migrations.some((migration) => migration.name === name)) continue;
    throw new Error(
      `The database has migration ${name}, which this version does not know. Start the newer version.`,
    );
  }
  const done: string[] = [];
  for (const migration of migrations) {
    const known = applied.get(migration.name);
    if (known === migration.checksum) continue;
    if (known)
      throw new Error(
        `Migration ${migration.name} was changed after it was applied. Put its change in a new file.`,
      );
    await applyOne(client, migration);
    done.push(migration.name);
  }
  return done;
}

/**
 * Apply missing migrations, one server process at a time, and return the names of the applied files. With
 * `application`, the owner then grants that role its rights, also on tables of earlier versions.
 */
export async function migrate(
  pool: pg.Pool,
  migrations: readonly Migration[] = readMigrations(),
  application?: string,
): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
    // The job tables come first, because our triggers queue jobs.
    await migrateJobSchema(pool);
    const done = await applyMissing(client, migrations);
    if (application !== undefined) await grantApplication(client, application);
    return done;
  } catch (error) {
    throw isDenied(error) ? needsOwner() : error;
  } finally {
    // Closing the session releases the lock even if the migration broke the connection.
    client.release(true);
  }
}
