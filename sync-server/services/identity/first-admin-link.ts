import { STAFF_ROLES } from '#db/access/roles.ts';
import { AppError } from '#db/errors/app-error.ts';
import { inviteFirstAdmin } from '#db/identity/invite-first-admin.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { createLink } from '#sync-server/auth/accounts/links.ts';
import { isStaffAddress } from '#sync-server/config/env.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { writeAsSystem } from '#sync-server/jobs/write-as.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { endInvitationLinks, membershipWhere } from './waiting-membership.ts';

const LINK_MINUTES = 24 * 60;

/**
 * Invite the first administrator of a business entity and return the link that opens the account, once,
 * within 24 hours. A repeated call ends the earlier link. Throws for an address outside STAFF_EMAIL_DOMAINS,
 * and for an installation that has an administrator.
 */
export async function createFirstAdminLink(
  services: Pick<AppServices, 'pool' | 'env' | 'now'>,
  { entity, email }: { entity: BusinessEntity; email: string },
): Promise<string> {
  const { pool, env, now } = services;
  if (!isStaffAddress(email, env.STAFF_EMAIL_DOMAINS)) {
    const domain = email.split('@')[1];
    throw new AppError('VALIDATION', `Add ${domain} to STAFF_EMAIL_DOMAINS, then run this again.`);
  }
  const { rows } = await pool.query<{ companyId: string }>(
    'SELECT company_id AS "companyId" FROM user_company WHERE entity = $1 AND role = ANY ($2) LIMIT 1',
    [entity, STAFF_ROLES],
  );
  const homeCompanyId = rows[0]?.companyId ?? null;
  const userCompanyId = await writeAsSystem(
    pool,
    entity,
    { now: now(), timeZone: env.LAB_TIMEZONE },
    (tx, context) => inviteFirstAdmin(tx, context, { email, homeCompanyId }),
  );
  return inTransaction(pool, async (client) => {
    const waiting = await membershipWhere(client, 'uc.id = $1', [userCompanyId]);
    if (!waiting) throw new AppError('INTERNAL', 'The invitation was not saved.');
    await endInvitationLinks(client, userCompanyId, now());
    const link = { kind: 'INVITATION', entity, userCompanyId, userId: waiting.userId, email } as const;
    return createLink(client, env, { ...link, minutes: LINK_MINUTES }, now());
  });
}
