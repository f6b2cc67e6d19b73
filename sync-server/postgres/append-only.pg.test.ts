import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APPLICATION_ROLE, findTooStrongRole, listAppendOnlyTables } from './application-role.ts';
import { migrate, readMigrations } from './migrate.ts';
import { quoted } from './row-mapping.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const DENIED = '42501';
const refusalOf = (pool: pg.Pool, text: string) =>
  pool.query(text).then(
    () => 'done',
    (error: unknown) => (error instanceof pg.DatabaseError ? error.code : String(error)),
  );

const RECORDS = [
  'access_log',
  'audit_chain',
  'audit_log',
  'carrier_event',
  'event',
  'field_value',
  'operation',
  'print_job',
  'signature',
];

test('only record tables have immutable rows', async () => {
  expect(await listAppendOnlyTables(database.pool)).toEqual(RECORDS);
});

describe.each(RECORDS)("the application's role and the table %s", (table) => {
  test.each([
    `TRUNCATE ${table}`,
    `TRUNCATE ${table} CASCADE`,
    `DELETE FROM ${table}`,
    `UPDATE ${table} SET written_at = now()`,
    `DROP TABLE ${table}`,
    `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
    `ALTER TABLE ${table} DISABLE TRIGGER append_only`,
    `ALTER TABLE ${table} ADD COLUMN note text`,
    `ALTER TABLE ${table} OWNER TO ${APPLICATION_ROLE}`,
    `DROP TRIGGER append_only ON ${table}`,
    `CREATE RULE none AS ON INSERT TO ${table} DO INSTEAD NOTHING`,
    `CREATE TRIGGER none BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION append_only()`,
  ])('cannot run %s', async (attack) => {
    // Column names are checked before rights, and every table of them has a column that may be named.
    const [column] = (
      await database.pool.query<{ name: string }>(
        `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum = 1`,
        [table],
      )
    ).rows;
    const name = quoted(column?.name ?? '');
    const text = attack.replace('written_at = now()', `${name} = ${name}`);
    expect(await refusalOf(database.pool, text)).toBe(DENIED);
  });

  test('cannot grant itself further rights', async () => {
    // Postgres reports a GRANT without grant options as a warning.
    await database.pool.query(`GRANT ALL ON ${table} TO ${APPLICATION_ROLE}`);
    const { rows } = await database.pool.query(
      `SELECT has_table_privilege($1::regclass, 'UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER') AS more`,
      [table],
    );
    expect(rows).toEqual([{ more: false }]);
  });

  test('the trigger stops the owner too', async () => {
    await expect(database.owner.query(`TRUNCATE ${table} CASCADE`)).rejects.toThrow('is append only');
  });
});

test.each([
  'CREATE TABLE note_of_attack (id text)',
  'CREATE SCHEMA attack',
  'DROP FUNCTION append_only() CASCADE',
  `CREATE OR REPLACE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
  'SET session_replication_role = replica',
  'SET ROLE postgres',
  `COPY (SELECT 1) TO PROGRAM 'true'`,
  `ALTER ROLE ${APPLICATION_ROLE} SUPERUSER`,
  'CREATE ROLE attacker SUPERUSER',
  'TRUNCATE specimen CASCADE',
  `DELETE FROM schema_migration`,
  `INSERT INTO schema_migration (name, checksum) VALUES ('9999_x.sql', '')`,
])("the application's role cannot run %s", async (attack) => {
  expect(await refusalOf(database.pool, attack)).toBe(DENIED);
});

test('the application role has no excessive rights, while the owner is reported as too strong', async () => {
  expect(await findTooStrongRole(database.pool)).toBeNull();
  expect(await findTooStrongRole(database.owner)).toBe('postgres');
});

test('a column right on a record is reported as too strong', async () => {
  await database.owner.query(`GRANT UPDATE ON event TO ${APPLICATION_ROLE}`);
  expect(await findTooStrongRole(database.pool)).toBe(APPLICATION_ROLE);
  // The owner's next migration revokes it.
  await migrate(database.owner, readMigrations(), APPLICATION_ROLE);
  expect(await findTooStrongRole(database.pool)).toBeNull();
});

test('a role that may not migrate starts on a fully migrated database', async () => {
  expect(await migrate(database.pool)).toEqual([]);
});

test('a missing migration tells a role that may not migrate which address to set', async () => {
  const more = { name: '9998_more.sql', sql: 'CREATE TABLE more (id text)', checksum: 'x' };
  await expect(migrate(database.pool, [...readMigrations(), more])).rejects.toThrow(
    'Set MIGRATION_DATABASE_URL to the role that owns the tables, or run "npm run migrate" with it.',
  );
});
