import { allowDevices } from '#db/identity/allow-devices.ts';
import { changeRole } from '#db/identity/change-role.ts';
import { toggleUserStatus } from '#db/identity/toggle-user-status.ts';
import { type ApiRoute, jsonRoute } from '#sync-server/http/api-route.ts';
import { requirePermission } from '#sync-server/http/require-permission.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';

const RoleChange = changeRole.args.omit({ siteVariant: true });

/** Rows that change a membership; they precede `/api/users/:id`, which would take their names for ids. */
export const membershipRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'patch',
    path: '/api/users/toggle-status',
    access: 'users/toggle-status:update',
    body: toggleUserStatus.args,
    handler: async ({ services, session, body }) => {
      requirePermission(session, 'USERS_EDIT');
      await executeOperation(engineOf(services), session, toggleUserStatus, body);
      return { ok: true };
    },
  }),
  jsonRoute({
    method: 'patch',
    path: '/api/users/allow-devices',
    access: 'users:update',
    body: allowDevices.args,
    handler: async ({ services, session, body }) => {
      requirePermission(session, 'USERS_EDIT');
      await executeOperation(engineOf(services), session, allowDevices, body);
      return { ok: true };
    },
  }),
  jsonRoute({
    method: 'patch',
    path: '/api/users/change-role',
    access: 'users:update',
    body: RoleChange,
    handler: async ({ services, session, body }) => {
      requirePermission(session, 'USERS_EDIT');
      const siteVariant = services.env.SITE_VARIANT[session.entity];
      await executeOperation(engineOf(services), session, changeRole, { ...body, siteVariant });
      return { ok: true };
    },
  }),
];
