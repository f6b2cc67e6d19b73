import type { Pool } from 'pg';
import { ulid } from 'ulid';
import type { z } from 'zod';
import * as calls from '#db/api/identity/permissions.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { changePermissionGroups } from '#db/identity/change-permission-groups.ts';
import type { PermissionGroupChange } from '#db/identity/permission-group-change.ts';
import { ShownPermissionGroups } from '#db/identity/shown-permission-groups.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { ApiCall, ApiRoute } from '#sync-server/http/api-route.ts';
import { requirePermission } from '#sync-server/http/require-access.ts';
import { serveCall } from '#sync-server/http/serve-call.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';

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
async function readPermissionGroups(pool: Pool, entity: BusinessEntity): Promise<ShownPermissionGroups> {
  const [groups, members] = await Promise.all([
    pool.query(GROUPS, [entity]),
    pool.query<{ role: string; people: number }>(MEMBERS, [entity]),
  ]);
  return ShownPermissionGroups.parse({
    groups: groups.rows,
    people: Object.fromEntries(members.rows.map(({ role, people }) => [role, people])),
  });
}

type Change = z.input<typeof PermissionGroupChange>;

/** Apply the changes and return all groups. */
async function change(
  { services, session }: Pick<ApiCall<'session'>, 'services' | 'session'>,
  groups: readonly Change[],
) {
  requirePermission(session, 'PERMISSIONS_EDIT');
  await executeOperation(engineOf(services), session, changePermissionGroups, {
    groups: groups.map((group) => ({ ...group, roles: [...group.roles] })),
  });
  return readPermissionGroups(services.pool, session.entity);
}

/** `/api/permissions`: the permission groups of the business entity. */
export const permissionRoutes: readonly ApiRoute[] = [
  serveCall(calls.readPermissionGroups, async ({ services, session }) => {
    requirePermission(session, 'PERMISSIONS_EDIT');
    return readPermissionGroups(services.pool, session.entity);
  }),
  serveCall(calls.changePermissionGroups, (call) => change(call, call.body.groups)),
  serveCall(calls.createPermissionGroup, async (call) => {
    const groupId = ulid();
    const { groups } = await change(call, [{ ...call.body, groupId, seenVersion: null }]);
    return groups.find(({ id }) => id === groupId);
  }),
  serveCall(calls.updatePermissionGroup, async (call) => {
    const { groups } = await change(call, [{ ...call.body, groupId: call.params.id }]);
    return groups.find(({ id }) => id === call.params.id);
  }),
  serveCall(calls.deletePermissionGroup, async (call) => {
    requirePermission(call.session, 'PERMISSIONS_EDIT');
    const { groups } = await readPermissionGroups(call.services.pool, call.session.entity);
    const group = groups.find(({ id }) => id === call.params.id);
    if (!group) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    const { id: groupId, version: seenVersion, name, roles, permissions } = group;
    await change(call, [{ groupId, seenVersion, name, roles, permissions, deleted: true }]);
  }),
];
