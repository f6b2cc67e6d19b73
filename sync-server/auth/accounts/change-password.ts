import type { ClientBase, Pool } from 'pg';
import type { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import type { ChangePassword, ResetPassword } from '#db/identity/account-forms.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { writeAccountEvent } from '#sync-server/auth/account-log.ts';
import { hashSecret, requireStrongPassword, verifySecret } from '#sync-server/auth/password.ts';
import { forgetBrowsers } from '#sync-server/auth/second-factor/remembered-browsers.ts';
import { endSigningKeys } from '#sync-server/auth/signing/signing-keys.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { renderPasswordEmail } from './account-emails.ts';
import { findActiveAccount } from './active-account.ts';
import { changeAccount } from './change-account.ts';
import { createLink, endLinks, peekLink, spendLink } from './links.ts';
import { mailSecurityNotice } from './security-notice.ts';

type Services = Pick<AppServices, 'pool' | 'env' | 'now'>;

/**
 * Store a new password in the caller's transaction. Every session of the person ends at its next request;
 * their devices' signing keys, account and approval links, and remembered browsers end. A null `hash` removes
 * the password.
 */
export async function storePassword(
  client: ClientBase,
  person: { entity: BusinessEntity; userId: string; companyId?: string | null },
  hash: string | null,
  { method, now }: { method: string; now: Date },
): Promise<void> {
  await changeAccount(client, person, { password: hash }, { now, endsSessions: true });
  await endSigningKeys(client, { userId: person.userId }, 'PASSWORD_CHANGED', now);
  await endLinks(client, person.userId, ['PASSWORD_RESET', 'EMAIL_SIGN_IN', 'ORDER_APPROVAL'], now);
  await forgetBrowsers(client, person.userId, null);
  await writeAccountEvent(client, { ...person, type: 'PASSWORD_CHANGED', data: { how: method }, now });
  await mailSecurityNotice(client, person, { change: 'PASSWORD', now });
}

/** Send a link to set a new password if the address belongs to a person who may sign in here. */
export async function sendPasswordLink(
  services: Services,
  entity: BusinessEntity,
  email: string,
): Promise<void> {
  const { pool, env, now } = services;
  await inTransaction(pool, async (client) => {
    const account = await findActiveAccount(client, entity, 'email', email);
    if (!account) return;
    const { userId } = account;
    const link = { kind: 'PASSWORD_RESET', entity, userId, userCompanyId: null, email } as const;
    const url = await createLink(client, env, link, now());
    const data = { targetType: 'User', targetId: userId };
    await queueMail(client, {
      entity,
      kind: 'PASSWORD_RESET',
      to: email,
      ...renderPasswordEmail(entity, url),
      data,
    });
  });
}

/** Set the password through a link, which also verifies the address. */
export async function resetPassword(
  { pool, now }: Services,
  entity: BusinessEntity,
  { token, password }: z.infer<typeof ResetPassword>,
): Promise<void> {
  const opening = { kind: 'PASSWORD_RESET', entity, token, now: now() } as const;
  // A dead link costs no hashing and reveals nothing that its holder does not know.
  const { email } = await peekLink(pool, opening);
  requireStrongPassword(password, [email]);
  const hash = await hashSecret(password);
  await inTransaction(pool, async (client) => {
    const { userId } = await spendLink(client, opening);
    await storePassword(client, { entity, userId }, hash, { method: 'link', now: opening.now });
    await changeAccount(client, { entity, userId }, { emailVerified: opening.now }, { now: opening.now });
  });
}

/** Change the password of a person who knows the old one. */
export async function changePassword(
  { pool, now }: { pool: Pool; now(): Date },
  person: { entity: BusinessEntity; userId: string; companyId: string },
  { currentPassword, newPassword }: z.infer<typeof ChangePassword>,
): Promise<void> {
  const { rows } = await pool.query<{ password: string | null; email: string; name: string | null }>(
    'SELECT password, email, name FROM "user" WHERE id = $1',
    [person.userId],
  );
  if (rows[0]?.password === null) {
    throw new AppError(
      'VALIDATION',
      'Your account has no password yet. Sign out and use "Forgot password" to set one.',
    );
  }
  if (!(await verifySecret(rows[0]?.password, currentPassword))) {
    const message = 'That is not your password. Try again.';
    throw new AppError('VALIDATION', message, [{ path: 'currentPassword', message }]);
  }
  requireStrongPassword(newPassword, [rows[0]?.email ?? '', rows[0]?.name ?? ''], 'newPassword');
  const hash = await hashSecret(newPassword);
  await inTransaction(pool, (client) =>
    storePassword(client, person, hash, { method: 'changed', now: now() }),
  );
}
