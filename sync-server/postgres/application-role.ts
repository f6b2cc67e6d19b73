import type pg from 'pg';
import { jobSchemaGrants } from './job-schema.ts';
import { quoted } from './row-mapping.ts';

/** The role in which the server works, in the embedded Postgres and in test clusters; the owner migrates. */
export const APPLICATION_ROLE = 'benchside_app';

/** Tables with immutable rows, found by the trigger that their migrations create. */
const APPEND_ONLY = `
  SELECT DISTINCT c.oid, c.relname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
   WHERE t.tgfoid = to_regproc('public.append_only') AND NOT t.tgisinternal`;

/** List the tables with immutable rows. */
export async function listAppendOnlyTables(db: pg.Pool | pg.ClientBase): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(`SELECT name FROM (${APPEND_ONLY}) t ORDER BY name`);
  return rows.map(({ name }) => name);
}

/**
 * Grant a role what the server needs and no more: rows of all tables, but no update, delete or truncate where
 * rows are immutable, no DDL anywhere, and the rights to queue and run jobs. The owner calls this after
 * migrations, within the migration lock.
 */
export async function grantApplication(owner: pg.ClientBase, role: string): Promise<void> {
  const to = quoted(role);
  const appendOnly = (await listAppendOnlyTables(owner)).map(quoted);
  const statements = [
    'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
    `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${to}`,
    `GRANT USAGE ON SCHEMA public TO ${to}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${to}`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${to}`,
    ...(appendOnly.length > 0 ? [`REVOKE UPDATE, DELETE ON ${appendOnly.join(', ')} FROM ${to}`] : []),
    `REVOKE INSERT, UPDATE, DELETE ON schema_migration FROM ${to}`,
    ...(await jobSchemaGrants(owner, role)),
  ];
  await owner.query(`BEGIN; ${statements.join('; ')}; COMMIT`);
}

const CAN_CHANGE_RECORDS = `
  SELECT current_user AS role, coalesce(bool_or(
    pg_has_role(current_user, c.relowner, 'MEMBER')
    OR has_table_privilege(current_user, c.oid, 'UPDATE, DELETE, TRUNCATE')), false) AS can
    FROM (${APPEND_ONLY}) t JOIN pg_class c ON c.oid = t.oid`;

/** Return the role name of a connection if it can change or remove append-only records, otherwise null. */
export async function findTooStrongRole(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ role: string; can: boolean }>(CAN_CHANGE_RECORDS);
  return rows[0]?.can ? rows[0].role : null;
}
