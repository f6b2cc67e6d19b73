import type { ClientBase } from 'pg';
import type { z } from 'zod';
import { defaultRole } from '#db/access/account-roles.ts';
import { hasPermissionForAll } from '#db/access/permissions.ts';
import { type Role, STAFF_ROLES } from '#db/access/roles.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { SendInvitation } from '#db/identity/account-forms.ts';
import { inviteUser } from '#db/identity/invite-user.ts';
import { CompanyType } from '#db/organizations/company-type.ts';
import { renderInvitationEmail } from '#sync-server/auth/accounts/account-emails.ts';
import { createLink } from '#sync-server/auth/accounts/links.ts';
import { isStaffAddress } from '#sync-server/config/env.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { requireVisibleCompany } from '#sync-server/http/require-access.ts';
import type { Session } from '#sync-server/http/session.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { engineOf } from '#sync-server/sync/engine-of.ts';
import { executeOperation } from '#sync-server/sync/execute-operation.ts';
import { membershipWhere } from './waiting-membership.ts';

async function mailInvitation(
  client: ClientBase,
  { env, now }: AppServices,
  session: Session,
  to: { email: string; companyId: string },
): Promise<void> {
  const { entity } = session;
  const membership = await membershipWhere(client, 'u.email = $1 AND uc.company_id = $2', [
    to.email,
    to.companyId,
  ]);
  if (!membership) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  const { userId, userCompanyId, email, companyName, role } = membership;
  const url = await createLink(
    client,
    env,
    { kind: 'INVITATION', entity, userId, userCompanyId, email },
    now(),
  );
  const invitationEmail = renderInvitationEmail(entity, { url, invitedBy: session.name, companyName, role });
  const data = { targetType: 'UserCompany', targetId: userCompanyId };
  await queueMail(client, { entity, kind: 'USER_INVITE', to: email, ...invitationEmail, data });
}

/** Return the role of an invitation that names none. */
async function roleUnnamed(
  { pool }: AppServices,
  session: Session,
  { email, companyId, type }: { email: string; companyId: string; type: CompanyType },
): Promise<Role> {
  const membership = await membershipWhere(pool, 'u.email = $1 AND uc.company_id = $2', [email, companyId]);
  if (membership?.waiting) return membership.role;
  // Staff has no plain member role.
  if (companyId === session.companyId && STAFF_ROLES.some((role) => role === session.role)) {
    const message = 'Choose the user’s role.';
    throw new AppError('VALIDATION', message, [{ path: 'role', message }]);
  }
  return defaultRole(type);
}

/** Invite a person by email, or again; membership, event, link and email are committed together. */
export async function sendInvitation(
  services: AppServices,
  session: Session,
  input: z.infer<typeof SendInvitation>,
): Promise<void> {
  const { email, companyId = session.companyId } = input;
  if (companyId !== session.companyId && !hasPermissionForAll(session.permissions, 'USERS_EDIT'))
    await requireVisibleCompany(services.pool, session, companyId);
  const { rows } = await services.pool.query<{ type: string }>(
    'SELECT type FROM company WHERE id = $1 AND entity = $2 AND NOT deleted',
    [companyId, session.entity],
  );
  if (!rows[0]) throw new AppError('NOT_FOUND', MESSAGES.notFound);
  const to = { email, companyId, type: CompanyType.parse(rows[0].type) };
  const role = input.role ?? (await roleUnnamed(services, session, to));
  const staffAddress = isStaffAddress(email, services.env.STAFF_EMAIL_DOMAINS);
  const args = { email, role, companyId, staffAddress };
  await executeOperation(engineOf(services), session, inviteUser, args, {}, (client) =>
    mailInvitation(client, services, session, { email, companyId }),
  );
}
