import type pg from 'pg';
import { jobSchemaGrants } from './job-schema.ts';
import { quoted } from './row-mapping.ts';

/** The role that the server works in, in the embedded Postgres and in the clusters of tests; the owner migrates. */
export const APPLICATION_ROLE = 'benchside_app';

/** Tables whose rows never change, by the trigger that their migrations give them. */
const APPEND_ONLY = `
  SELECT DISTINCT c.oid, c.relname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
   WHERE t.tgfoid = to_regproc('public.append_only') AND NOT t.tgisinternal`;

/** Lists the tables whose rows never change. */
export async function listAppendOnlyTables(db: pg.Pool | pg.ClientBase): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(`SELECT name FROM (${APPEND_ONLY}) t ORDER BY name`);
  return rows.map(({ name }) => name);
}

/**
 * Gives a role what the server needs and no more: rows of all tables, but no change, removal or truncation where rows
 * never change, and no DDL anywhere; also what it takes to queue and run jobs. Called by the owner after migrations,
 * within their lock.
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

/** Names the role of a connection when it can change or remove records that only grow; null when it cannot. */
export async function findTooStrongRole(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ role: string; can: boolean }>(CAN_CHANGE_RECORDS);
  return rows[0]?.can ? rows[0].role : null;
}
