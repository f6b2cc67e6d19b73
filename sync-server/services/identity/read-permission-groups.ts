import type { Pool } from 'pg';
import { ShownPermissionGroups } from '#db/identity/shown-permission-groups.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';

const GROUPS = `
  SELECT g.id, g.version, g.name, g.roles, g.permissions,
         to_char(g.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "changedAt",
         (SELECT e.data ->> 'by' FROM event e
           WHERE e.target_id = g.id AND e.type = 'PERMISSIONS_CHANGED'
           ORDER BY e.occurred_at DESC, e.id DESC LIMIT 1) AS "changedBy"
    FROM permission_group g WHERE g.entity = $1 AND NOT g.deleted ORDER BY g.name, g.id`;

const MEMBERS = `
  SELECT role, count(*)::int AS people FROM user_company
   WHERE entity = $1 AND NOT deactivated AND NOT deleted GROUP BY role`;

/** Read all groups of a business entity, and the number of active people per role. */
export async function readPermissionGroups(
  pool: Pool,
  entity: BusinessEntity,
): Promise<ShownPermissionGroups> {
  const [groups, members] = await Promise.all([
    pool.query(GROUPS, [entity]),
    pool.query<{ role: string; people: number }>(MEMBERS, [entity]),
  ]);
  return ShownPermissionGroups.parse({
    groups: groups.rows,
    people: Object.fromEntries(members.rows.map(({ role, people }) => [role, people])),
  });
}
