import type { OIDCConfig } from '@auth/core/providers';
import { z } from 'zod';
import { EmailAddress } from '#db/values/email-address.ts';
import type { Env } from '#sync-server/config/env.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { acceptWithGoogle } from '#sync-server/services/identity/accept-invitation.ts';
import { logAccess } from './access-line.ts';
import { writeAccountEvent } from './account-event.ts';
import { type ActiveAccount, findActiveAccount } from './active-account.ts';
import { changeAccount } from './change-account.ts';
import { signUpPage } from './google-sign-up.ts';
import { recordSignIn } from './sign-in.ts';
import { proveAddress } from './sign-in-link.ts';
import type { SignInRequest } from './sign-in-request.ts';

type Services = Pick<AppServices, 'pool' | 'env' | 'now'>;

/** The Google profile of a person, reduced to the fields that are needed. */
export const GoogleProfile = z.object({
  sub: z.string().min(1).max(255),
  email: EmailAddress,
  email_verified: z.boolean().default(false),
  name: z.string().max(200).optional(),
  given_name: z.string().max(100).optional(),
  family_name: z.string().max(100).optional(),
});
export type GoogleProfile = z.infer<typeof GoogleProfile>;

/** Report whether sign-in with Google is configured. */
export const hasGoogle = (env: Env): boolean => !!env.GOOGLE_CLIENT_ID && !!env.GOOGLE_CLIENT_SECRET;

/**
 * The Google provider for Auth.js: code flow with state, nonce and PKCE; the id token's signature, issuer and
 * audience are checked.
 */
export const googleProvider = (env: Env): OIDCConfig<Record<string, unknown>> => ({
  id: 'google',
  name: 'Google',
  type: 'oidc',
  issuer: env.GOOGLE_ISSUER,
  clientId: env.GOOGLE_CLIENT_ID ?? '',
  clientSecret: env.GOOGLE_CLIENT_SECRET ?? '',
  checks: ['pkce', 'state', 'nonce'],
  authorization: { params: { scope: 'openid email profile', prompt: 'select_account' } },
  profile: (profile) => ({ id: String(profile['sub']), email: String(profile['email']) }),
});

/**
 * Find the account of a Google person: linked before, or with the same address, which Google has verified.
 */
async function accountOf(
  { pool, now }: Services,
  profile: GoogleProfile,
  entity: SignInRequest['entity'],
): Promise<ActiveAccount | undefined> {
  const linked = await findActiveAccount(pool, entity, 'googleId', profile.sub);
  if (linked || !profile.email_verified) return linked;
  return inTransaction(pool, async (client) => {
    const account = await findActiveAccount(client, entity, 'email', profile.email);
    if (!account || account.googleId !== null) return undefined;
    const at = now();
    await proveAddress(client, account, { entity, now: at });
    const { userId, companyId } = account;
    const free = 'SELECT 1 FROM "user" WHERE id = $1 AND google_id IS NULL FOR UPDATE';
    if ((await client.query(free, [userId])).rowCount === 0) return undefined;
    await changeAccount(client, { userId, entity }, { googleId: profile.sub }, { now: at });
    await writeAccountEvent(client, {
      entity,
      type: 'USER_UPDATED',
      userId,
      companyId,
      data: { google: 'linked' },
      now: at,
    });
    return account;
  });
}

/** Return a first and a last name, whatever Google provides. */
function namesOf({ email, name = '', given_name, family_name }: GoogleProfile) {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  return {
    firstName: given_name?.trim() || first || email,
    lastName: family_name?.trim() || rest.join(' ') || '-',
  };
}

async function hasOpenInvitation(
  services: Services,
  profile: GoogleProfile,
  entity: SignInRequest['entity'],
): Promise<ActiveAccount | undefined> {
  if (!profile.email_verified) return undefined;
  const person = { email: profile.email, googleId: profile.sub, ...namesOf(profile) };
  const joined = await acceptWithGoogle(services, entity, person);
  return joined ? findActiveAccount(services.pool, entity, 'googleId', profile.sub) : undefined;
}

/** URL of the sign-up page for a person without an account; null if Google has not verified the address. */
export async function signUpWithGoogle(
  secret: string,
  rawProfile: unknown,
  { entity }: SignInRequest,
): Promise<string | null> {
  const profile = GoogleProfile.safeParse(rawProfile);
  if (!profile.success || !profile.data.email_verified) return null;
  const { email, sub } = profile.data;
  return signUpPage(secret, { email, googleId: sub, entity, ...namesOf(profile.data) });
}

/** Return the membership that a Google sign-in opens, or null without an account; both are logged. */
export async function signInWithGoogle(
  services: Services,
  rawProfile: unknown,
  request: SignInRequest,
): Promise<string | null> {
  const profile = GoogleProfile.safeParse(rawProfile);
  const account = profile.success
    ? ((await accountOf(services, profile.data, request.entity)) ??
      (await hasOpenInvitation(services, profile.data, request.entity)))
    : undefined;
  if (!account) {
    await logAccess(services.pool, { userId: null, companyId: null }, 'SIGN_IN_FAILED', request);
    return null;
  }
  await recordSignIn(services.pool, account, request);
  return account.userCompanyId;
}
