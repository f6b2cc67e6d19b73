import * as calls from '#db/api/identity/users.ts';
import { AppError } from '#db/errors/app-error.ts';
import { allowDevices, changeRole, toggleUserStatus } from '#db/identity/change-membership.ts';
import { withdrawInvitation } from '#db/identity/invite-user.ts';
import { updateProfile, updateUser } from '#db/identity/update-user.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { type ApiRoute, type AppServices, streamRoute } from '#sync-server/http/api-route.ts';
import { requirePermission } from '#sync-server/http/require-access.ts';
import { describeStream, serveCall } from '#sync-server/http/serve-call.ts';
import type { Session } from '#sync-server/http/session.ts';
import { everyRow, logExport, sendTable, tableQueryOf } from '#sync-server/reads/send-table.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { countUsers, listUsers, usersTable } from './list-users.ts';
import { readInvitable, readUser, visiblePeople } from './read-user.ts';
import { endInvitationLinks } from './waiting-membership.ts';

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
      'This user belongs to another organization too. They can change their name in their settings.',
    );
}

const readRoutes: readonly ApiRoute[] = [
  serveCall(calls.listUsers, async ({ services, session, query }) =>
    listUsers(services.pool, query, await getUserScope(services, session)),
  ),
  serveCall(calls.countUsers, async ({ services, session }) =>
    countUsers(services.pool, await getUserScope(services, session)),
  ),
  describeStream(
    calls.exportUsers,
    streamRoute({
      method: calls.exportUsers.method,
      path: calls.exportUsers.path,
      access: calls.exportUsers.access,
      handler: async (call, request, response) => {
        const { services, session } = call;
        const { format, list } = tableQueryOf(calls.UserExportQuery, call.query);
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
  ),
  serveCall(calls.listInvitableCompanies, ({ services, session }) => {
    requirePermission(session, 'USERS_EDIT');
    return readInvitable(services, session);
  }),
  serveCall(calls.readUser, ({ services, session, params }) => readUser(services, session, params.id)),
];

const DONE = { ok: true };

const writeRoutes: readonly ApiRoute[] = [
  serveCall(calls.updateProfile, async ({ services, session, body }) => {
    await executeOperation(engineOf(services), session, updateProfile, body);
    return DONE;
  }),
  serveCall(calls.withdrawInvitation, async ({ services, session, body }) => {
    await executeOperation(engineOf(services), session, withdrawInvitation, body, {}, (client) =>
      endInvitationLinks(client, body.userCompanyId, services.now()),
    );
    return DONE;
  }),
  serveCall(calls.updateUser, async ({ services, session, params, body }) => {
    await requireSingleEntity(services, session, params.id);
    await executeOperation(engineOf(services), session, updateUser, { ...body, userId: params.id });
    return DONE;
  }),
];

/** `/api/users`: the visible people, and the changes to them. */
export const userRoutes: readonly ApiRoute[] = [...readRoutes, ...writeRoutes];

/** Rows that change a membership; they precede `/api/users/:id`, which would take their names for ids. */
export const membershipRoutes: readonly ApiRoute[] = [
  serveCall(calls.toggleUserStatus, async ({ services, session, body }) => {
    requirePermission(session, 'USERS_EDIT');
    await executeOperation(engineOf(services), session, toggleUserStatus, body);
    return DONE;
  }),
  serveCall(calls.allowDevices, async ({ services, session, body }) => {
    requirePermission(session, 'USERS_EDIT');
    await executeOperation(engineOf(services), session, allowDevices, body);
    return DONE;
  }),
  serveCall(calls.changeUserRole, async ({ services, session, body }) => {
    requirePermission(session, 'USERS_EDIT');
    const siteVariant = services.env.SITE_VARIANT[session.entity];
    await executeOperation(engineOf(services), session, changeRole, { ...body, siteVariant });
    return DONE;
  }),
];
