import type { PoolClient } from 'pg';
import { ulid } from 'ulid';
import { FOUNDER_ROLE } from '#db/access/account-roles.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { CreateAccount } from '#db/identity/account-forms.ts';
import { emailTaken, openAccount } from '#db/identity/open-account.ts';
import type { Actor } from '#db/operation.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import {
  renderVerificationEmail,
  renderVerificationNeededEmail,
} from '#sync-server/auth/accounts/account-emails.ts';
import { changeAccount } from '#sync-server/auth/accounts/change-account.ts';
import { createLink } from '#sync-server/auth/accounts/links.ts';
import { authSecret } from '#sync-server/auth/auth-secret.ts';
import { type GoogleIdentity, openGoogleIdentity } from '#sync-server/auth/google.ts';
import { hashSecret, requireStrongPassword } from '#sync-server/auth/password.ts';
import { isStaffAddress } from '#sync-server/config/env.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { writeAs } from '#sync-server/jobs/write-as.ts';
import { companyUrl, reviewersOf } from '#sync-server/services/organizations/company-emails.ts';

type Services = Pick<AppServices, 'pool' | 'env' | 'now'>;

const SIMILAR = `
  SELECT DISTINCT c.id FROM company c JOIN address a ON a.company_id = c.id
   WHERE c.entity = $1 AND lower(c.name) = lower($2) AND lower(a.postal_code) = lower($3) AND NOT c.deleted AND NOT a.deleted
   ORDER BY c.id LIMIT 20`;

async function requestVerification(
  client: PoolClient,
  env: AppServices['env'],
  actor: Omit<Actor, 'lab'>,
  about: { companyName: string; similar: number },
): Promise<void> {
  const { entity, companyId } = actor;
  const url = companyUrl(env, entity, companyId);
  const email = renderVerificationNeededEmail(entity, { url, ...about });
  const data = { targetType: 'Company', targetId: companyId };
  for (const to of await reviewersOf(client, entity))
    await queueMail(client, { entity, kind: 'COMPANY_VERIFICATION_NEEDED', to, ...email, data });
}

/** Send the link that verifies a person's address, in the caller's transaction. */
export async function sendVerification(
  client: PoolClient,
  { env, now }: Services,
  person: { entity: BusinessEntity; userId: string; email: string },
): Promise<void> {
  const { entity, userId, email } = person;
  const link = { kind: 'EMAIL_VERIFICATION', entity, userId, userCompanyId: null, email } as const;
  const url = await createLink(client, env, link, now());
  const data = { targetType: 'User', targetId: userId };
  await queueMail(client, {
    entity,
    kind: 'EMAIL_VERIFICATION',
    to: email,
    ...renderVerificationEmail(entity, url),
    data,
  });
}

const isEmailTaken = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'user_email';

/** Open the sealed identity that replaces a password; it must match the address in the form. */
async function identityOf(
  env: AppServices['env'],
  entity: BusinessEntity,
  { google, email }: Pick<CreateAccount, 'google' | 'email'>,
): Promise<GoogleIdentity | null> {
  if (google === null) return null;
  const identity = await openGoogleIdentity(authSecret(env), google);
  if (identity?.entity === entity && identity.email === email) return identity;
  const message = 'Continue with Google again, with your Google account’s address.';
  throw new AppError('VALIDATION', message, [{ path: 'google', message }]);
}

/**
 * Create a customer's account: company, person, membership, preferences, events and emails in one
 * transaction. The password is hashed before any look-up, so the response takes equally long whether the
 * address is taken or not.
 */
export async function createAccount(
  services: Services,
  entity: BusinessEntity,
  { password, google, ...form }: CreateAccount,
): Promise<{ userId: string; companyId: string }> {
  if (isStaffAddress(form.email, services.env.STAFF_EMAIL_DOMAINS)) {
    throw new AppError('VALIDATION', MESSAGES.staffInvitation, [
      { path: 'email', message: MESSAGES.staffInvitation },
    ]);
  }
  if (password !== null) requireStrongPassword(password, [form.firstName, form.lastName, form.email]);
  const identity = await identityOf(services.env, entity, { google, email: form.email });
  const hash = password === null ? null : await hashSecret(password);
  const actor: Omit<Actor, 'lab'> = {
    userId: ulid(),
    userCompanyId: ulid(),
    companyId: ulid(),
    role: FOUNDER_ROLE[form.company.type],
    entity,
    name: `${form.firstName} ${form.lastName}`,
  };
  const { userId, companyId } = actor;
  try {
    await writeAs(services, actor, async ({ tx, context, client, flush }) => {
      const place = [entity, form.company.name, form.company.billingAddress.postalCode];
      const similar = (await client.query<{ id: string }>(SIMILAR, place)).rows.map(({ id }) => id);
      const status = await openAccount(tx, context, { ...form, similarCompanyIds: similar });
      await flush();
      const now = services.now();
      const secrets = identity ? { googleId: identity.googleId, emailVerified: now } : { password: hash };
      await changeAccount(client, actor, secrets, { now });
      if (!identity) await sendVerification(client, services, { entity, userId, email: form.email });
      const about = { companyName: form.company.name, similar: similar.length };
      if (status === 'PENDING') await requestVerification(client, services.env, actor, about);
    });
  } catch (error) {
    throw isEmailTaken(error) ? emailTaken() : error;
  }
  return { userId, companyId };
}
