import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { PersonChange } from '#db/identity/account-forms.ts';
import { allowDevices, changeRole, toggleUserStatus } from '#db/identity/change-membership.ts';
import { withdrawInvitation } from '#db/identity/invite-user.ts';
import { updateProfile, updateUser } from '#db/identity/update-user.ts';
import { Id } from '#db/values/id.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { type ApiRoute, type AppServices, jsonRoute, streamRoute } from '#sync-server/http/api-route.ts';
import { requirePermission } from '#sync-server/http/require-access.ts';
import type { Session } from '#sync-server/http/session.ts';
import { everyRow, logExport, sendTable, tableQueryOf } from '#sync-server/reads/send-table.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { listUsers, UserExportQuery, UserListQuery, usersTable } from './list-users.ts';
import { readInvitable, readUser, visiblePeople } from './read-user.ts';
import { endInvitationLinks } from './waiting-membership.ts';

const ById = z.strictObject({ id: Id });

const getUserScope = async ({ pool }: AppServices, session: Session) => ({
  entity: session.entity,
  companies: await visiblePeople(pool, session),
});

/**
 * A name is shared by both business entities, so people who also work in the other one change it themselves.
 */
async function requireSingleEntity({ pool }: AppServices, session: Session, userId: string): Promise<void> {
  if (userId === session.userId) return;
  const { rows } = await pool.query(
    `SELECT 1 FROM user_company here JOIN user_company there ON there.user_id = here.user_id
      WHERE here.user_id = $1 AND here.entity = $2 AND there.entity <> $2 AND NOT here.deleted AND NOT there.deleted LIMIT 1`,
    [userId, session.entity],
  );
  if (rows.length > 0)
    throw new AppError(
      'BELONGS_ELSEWHERE',
      'This person belongs to another organization too. Ask them to change their name in their own settings.',
    );
}

const readRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'get',
    path: '/api/users',
    access: 'users:read',
    query: UserListQuery,
    handler: async ({ services, session, query }) =>
      listUsers(services.pool, query, await getUserScope(services, session)),
  }),
  streamRoute({
    method: 'get',
    path: '/api/users/export',
    access: 'users:read',
    handler: async (call, request, response) => {
      const { services, session } = call;
      const { format, list } = tableQueryOf(UserExportQuery, call.query);
      const userScope = await getUserScope(services, session);
      const rows = await everyRow((page) => listUsers(services.pool, { ...list, ...page }, userScope));
      await logExport(services, session, 'users', request);
      const zone = services.env.LAB_TIMEZONE;
      const today = labDayOf(services.now().toISOString(), zone);
      response.set('cache-control', 'no-store');
      const table = usersTable(rows, { reader: session.role, zone });
      await sendTable(response, `users-${today}`, format, table);
    },
  }),
  jsonRoute({
    method: 'get',
    path: '/api/users/invitable',
    access: 'users:create',
    handler: ({ services, session }) => {
      requirePermission(session, 'USERS_EDIT');
      return readInvitable(services, session);
    },
  }),
  jsonRoute({
    method: 'get',
    path: '/api/users/:id',
    access: 'users:read',
    params: ById,
    handler: ({ services, session, params }) => readUser(services, session, params.id),
  }),
];

const writeRoutes: readonly ApiRoute[] = [
  jsonRoute({
    method: 'patch',
    path: '/api/users/profile',
    access: 'preference:update',
    body: PersonChange,
    handler: async ({ services, session, body }) => {
      await executeOperation(engineOf(services), session, updateProfile, body);
      return { ok: true };
    },
  }),
  jsonRoute({
    method: 'patch',
    path: '/api/users/withdraw-invitation',
    access: 'users:update',
    body: z.strictObject({ userCompanyId: Id }),
    handler: async ({ services, session, body }) => {
      await executeOperation(engineOf(services), session, withdrawInvitation, body, {}, (client) =>
        endInvitationLinks(client, body.userCompanyId, services.now()),
      );
      return { ok: true };
    },
  }),
  jsonRoute({
    method: 'patch',
    path: '/api/users/:id',
    access: 'users:update',
    params: ById,
    body: PersonChange,
    handler: async ({ services, session, params, body }) => {
      await requireSingleEntity(services, session, params.id);
      await executeOperation(engineOf(services), session, updateUser, { ...body, userId: params.id });
      return { ok: true };
    },
  }),
];

/** `/api/users`: the visible people, and the changes to them. */
export const userRoutes: readonly ApiRoute[] = [...readRoutes, ...writeRoutes];

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
