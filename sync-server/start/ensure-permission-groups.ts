import type { Pool } from 'pg';
import { ulid } from 'ulid';
import { defaultPermissionGroups } from '#db/access/default-permission-groups.ts';
import { BUSINESS_ENTITIES } from '#db/values/business-entity.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';

const ADVISORY_LOCK = 7_304_114;

const INSERT = `
  INSERT INTO permission_group (id, created_at, updated_at, entity, name, roles, permissions)
  VALUES ($1, now(), now(), $2, $3, $4, $5)`;

/**
 * Create the default permission groups of a business entity that never had any; later changes by people stay.
 */
export function ensurePermissionGroups(pool: Pool): Promise<void> {
  return inTransaction(pool, async (client) => {
    // Two servers that start together must not both create them.
    await client.query('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
    const { rows } = await client.query<{ entity: string }>('SELECT DISTINCT entity FROM permission_group');
    for (const entity of BUSINESS_ENTITIES.filter((name) => !rows.some((row) => row.entity === name))) {
      for (const { name, roles, permissions } of defaultPermissionGroups(entity))
        await client.query(INSERT, [ulid(), entity, name, roles, permissions]);
    }
  });
}
