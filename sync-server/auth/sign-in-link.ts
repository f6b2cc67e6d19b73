import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { logAccess } from './access-line.ts';
import { renderSignInEmail } from './account-emails.ts';
import { findActiveAccount } from './active-account.ts';
import { type Limit, refundAttempt } from './attempts.ts';
import { changeAccount } from './change-account.ts';
import { storePassword } from './change-password.ts';
import { createLink, endLinks, spendLink } from './links.ts';
import { recordSignIn, type SignedIn } from './sign-in.ts';
import type { SignInRequest } from './sign-in-request.ts';

type Services = Pick<AppServices, 'pool' | 'env' | 'now'>;

/** Limit of attempts with invalid links per address. */
export const linkLimits = ({ ip, entity }: SignInRequest): readonly Limit[] => [
  { key: `sign-in|${entity}|link|${ip}`, limit: 60, minutes: 15 },
];

/**
 * Send a sign-in link if the address belongs to a person who may sign in here; `next` is the page that opens
 * then.
 */
export async function sendSignInLink(
  { pool, env, now }: Services,
  entity: BusinessEntity,
  email: string,
  next: string,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const account = await findActiveAccount(client, entity, 'email', email);
    if (!account) return;
    const { userId, verified, hasPassword } = account;
    const link = { kind: 'EMAIL_SIGN_IN', entity, userId, userCompanyId: null, email } as const;
    const url = await createLink(client, env, link, now(), next);
    const signInEmail = renderSignInEmail(entity, url, !verified && hasPassword);
    const data = { targetType: 'User', targetId: userId };
    await queueMail(client, { entity, kind: 'EMAIL_SIGN_IN', to: email, ...signInEmail, data });
  });
}

/**
 * Sign in the holder of the link. If the address was never verified, its password may belong to a stranger
 * who signed up with it: the password is removed, so that only the owner of the mailbox remains.
 */
export async function signInWithLink(
  { pool, now }: Services,
  token: string,
  request: SignInRequest,
): Promise<SignedIn | null> {
  const { entity } = request;
  const at = now();
  try {
    const signedIn = await inTransaction(pool, async (client) => {
      const { userId } = await spendLink(client, { kind: 'EMAIL_SIGN_IN', entity, token, now: at });
      const account = await findActiveAccount(client, entity, 'userId', userId);
      if (!account) return null;
      await proveAddress(client, account, { entity, now: at });
      await endLinks(client, userId, ['EMAIL_SIGN_IN'], at);
      await recordSignIn(client, account, request);
      return { id: userId, name: account.name, email: account.email, userCompanyId: account.userCompanyId };
    });
    if (signedIn) await refundAttempt(pool, linkLimits(request));
    return signedIn;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'LINK_INVALID')) throw error;
    await logAccess(pool, { userId: null, companyId: null }, 'SIGN_IN_FAILED', request);
    return null;
  }
}

/** Mark the address as verified; a password set before the verification is removed, with its sessions. */
export async function proveAddress(
  client: Parameters<typeof storePassword>[0],
  account: { userId: string; companyId: string; verified: boolean; hasPassword: boolean },
  { entity, now }: { entity: BusinessEntity; now: Date },
): Promise<void> {
  if (account.verified) return;
  if (account.hasPassword)
    await storePassword(client, { ...account, entity }, null, { method: 'address proven', now });
  await changeAccount(client, { ...account, entity }, { emailVerified: now }, { now });
}
