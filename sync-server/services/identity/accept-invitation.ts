import type { ClientBase } from 'pg';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { AcceptInvitation } from '#db/identity/account-forms.ts';
import { joinCompany } from '#db/identity/invite-user.ts';
import type { Actor } from '#db/operation.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { changeAccount } from '#sync-server/auth/accounts/change-account.ts';
import { linkInvalid, peekLink, spendLink } from '#sync-server/auth/accounts/links.ts';
import { hashSecret, requireStrongPassword } from '#sync-server/auth/password.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { writeAs } from '#sync-server/jobs/write-as.ts';
import { membershipWhere, type Waiting } from './waiting-membership.ts';

type Services = Pick<AppServices, 'pool' | 'env' | 'now'>;

/** Read an invitation for the holder of its link, without using the link up. */
export async function readInvitation({ pool, now }: Services, entity: BusinessEntity, token: string) {
  const link = await peekLink(pool, { kind: 'INVITATION', entity, token, now: now() });
  const membership = await membershipWhere(pool, 'uc.id = $1', [link.userCompanyId]);
  if (!membership?.waiting) throw linkInvalid();
  const { email, companyName, role, invitedBy, hasAccount } = membership;
  return { email, companyName, role, invitedBy, hasAccount, expiresAt: link.expiresAt.toISOString() };
}

const actorOf = (
  { userId, userCompanyId, companyId, role, name }: Waiting,
  entity: BusinessEntity,
): Omit<Actor, 'lab'> => ({
  userId,
  userCompanyId,
  companyId,
  role,
  entity,
  name,
});

/**
 * Accept an invitation by its link: a new person sends names and a password, an existing account only joins.
 */
export async function acceptInvitation(
  services: Services,
  entity: BusinessEntity,
  { token, person }: AcceptInvitation,
): Promise<{ email: string; hasAccount: boolean }> {
  const opening = { kind: 'INVITATION', entity, token, now: services.now() } as const;
  const link = await peekLink(services.pool, opening);
  const membership = await membershipWhere(services.pool, 'uc.id = $1', [link.userCompanyId]);
  if (!membership?.waiting) throw linkInvalid();
  if (!membership.hasAccount && !person) throw new AppError('VALIDATION', MESSAGES.fixForm, NAMES_MISSING);
  const names = membership.hasAccount ? null : person;
  if (names) {
    const about = [names.firstName, names.lastName, membership.email];
    requireStrongPassword(names.password, about, 'person.password');
  }
  const hash = names ? await hashSecret(names.password) : null;
  const actor = actorOf(
    { ...membership, name: names ? `${names.firstName} ${names.lastName}` : membership.name },
    entity,
  );
  await writeAs(services, actor, async ({ tx, context, client, flush }) => {
    await spendLink(client, opening);
    await joinCompany(tx, context, names && { firstName: names.firstName, lastName: names.lastName });
    await flush();
    // An account with an unverified address may belong to a waiting stranger, so its password and sessions
    // end.
    if (hash)
      await changeAccount(client, actor, { password: hash }, { now: opening.now, endsSessions: true });
    await endMembershipLinks(client, actor.userCompanyId, opening.now);
  });
  return { email: membership.email, hasAccount: membership.hasAccount };
}

const NAMES_MISSING = [{ path: 'person', message: 'Enter your names and a password.' }];

const endMembershipLinks = (client: ClientBase, userCompanyId: string, now: Date) =>
  client.query(
    `UPDATE email_token SET used_at = $2, updated_at = $2, version = version + 1
      WHERE user_company_id = $1 AND kind = 'INVITATION' AND used_at IS NULL`,
    [userCompanyId, now],
  );

/**
 * Accept the open invitation of a person without an account whose address Google has verified; returns the
 * membership, or undefined if there is none.
 */
export async function acceptWithGoogle(
  services: Services,
  entity: BusinessEntity,
  person: { email: string; googleId: string; firstName: string; lastName: string },
): Promise<string | undefined> {
  const now = services.now();
  const membership = await membershipWhere(
    services.pool,
    `u.email = $1 AND uc.entity = $2 AND uc.accepted_at IS NULL AND NOT uc.deleted AND NOT u.deleted
       AND u.password IS NULL AND u.google_id IS NULL AND EXISTS (
         SELECT 1 FROM email_token t WHERE t.user_company_id = uc.id AND t.kind = 'INVITATION' AND t.used_at IS NULL
            AND t.expires_at > $3)
     ORDER BY uc.invited_at DESC LIMIT 1`,
    [person.email, entity, now],
  );
  if (!membership) return undefined;
  const { firstName, lastName, googleId } = person;
  const actor = actorOf({ ...membership, name: `${firstName} ${lastName}` }, entity);
  await writeAs(services, actor, async ({ tx, context, client, flush }) => {
    await joinCompany(tx, context, { firstName, lastName });
    await flush();
    await changeAccount(client, actor, { googleId }, { now });
    await endMembershipLinks(client, actor.userCompanyId, now);
  });
  return membership.userCompanyId;
}
