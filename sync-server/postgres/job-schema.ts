import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { quoted } from './row-mapping.ts';

/** The schema of graphile-worker's own tables. */
export const JOB_SCHEMA = 'graphile_worker';

const QUIET = new Logger(() => () => undefined);

/**
 * Create or update the tables of graphile-worker; a role without DDL rights succeeds if nothing is missing.
 */
export const migrateJobSchema = (owner: pg.Pool): Promise<void> =>
  runMigrations({ pgPool: owner, schema: JOB_SCHEMA, logger: QUIET });

const UNGRANTED = `
  SELECT c.relname AS name FROM pg_class c
   WHERE c.relnamespace = to_regnamespace('${JOB_SCHEMA}') AND c.relkind = 'r' AND c.relrowsecurity
     AND NOT EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = $1)`;

/**
 * List the statements that grant a role the rights to queue and run jobs. graphile-worker enables row
 * security without a policy, so only the owner sees rows.
 */
export async function jobSchemaGrants(owner: pg.ClientBase, role: string): Promise<string[]> {
  const to = quoted(role);
  const { rows } = await owner.query<{ name: string }>(UNGRANTED, [role]);
  return [
    `GRANT USAGE ON SCHEMA ${JOB_SCHEMA} TO ${to}`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${JOB_SCHEMA} TO ${to}`,
    `REVOKE INSERT, UPDATE, DELETE ON ${JOB_SCHEMA}.migrations FROM ${to}`,
    ...rows.map(
      ({ name }) =>
        `CREATE POLICY ${to} ON ${JOB_SCHEMA}.${quoted(name)} TO ${to} USING (true) WITH CHECK (true)`,
    ),
  ];
}
