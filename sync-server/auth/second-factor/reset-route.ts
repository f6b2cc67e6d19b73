import { z } from 'zod';
import { hasCapability } from '#db/access/capabilities.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { Id } from '#db/values/id.ts';
import { oneLine } from '#db/values/one-line.ts';
import { type ApiRoute, jsonRoute } from '#sync-server/http/api-route.ts';
import { requirePermission } from '#sync-server/http/require-permission.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { resetFactors } from './change-factors.ts';

const TARGET = `SELECT u.id AS "userId", uc.company_id AS "companyId", u.is_super_admin AS "isSuperAdmin"
  FROM "user" u JOIN user_company uc ON uc.user_id = u.id AND uc.entity = $2 AND NOT uc.deleted
 WHERE u.id = $1 AND NOT u.deleted ORDER BY uc.id LIMIT 1`;

interface Target {
  userId: string;
  companyId: string;
  isSuperAdmin: boolean;
}

/**
 * `POST /api/users/:id/reset-second-factor`: administrators help a person who lost phone and recovery codes.
 */
export const resetSecondFactorRoute: ApiRoute = jsonRoute({
  method: 'post',
  path: '/api/users/:id/reset-second-factor',
  access: 'users:update',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ reason: oneLine(MESSAGES.reasonRequired, 500) }),
  handler: async ({ services, session, params, body }) => {
    requirePermission(session, 'USERS_EDIT');
    if (!hasCapability(session.role, 'resetSecondFactor'))
      throw new AppError('FORBIDDEN', MESSAGES.forbidden);
    const { entity, name: by } = session;
    const { rows } = await services.pool.query<Target>(TARGET, [params.id, entity]);
    const target = rows[0];
    if (!target) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    if (target.userId === session.userId)
      throw new AppError('CONFLICT', 'Change your own second factor in Settings, under Security.');
    if (target.isSuperAdmin && !session.isSuperAdmin)
      throw new AppError('FORBIDDEN', 'Only a super admin resets the second factor of a super admin.');
    const { userId, companyId } = target;
    const reset = { by, reason: body.reason, now: services.now() };
    await inTransaction(services.pool, (client) =>
      resetFactors(client, { userId, companyId, entity }, reset),
    );
    return { ok: true };
  },
});
