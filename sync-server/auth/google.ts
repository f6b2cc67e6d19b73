import { decode, encode } from '@auth/core/jwt';
import type { OIDCConfig } from '@auth/core/providers';
import { z } from 'zod';
import { BusinessEntity } from '#db/values/business-entity.ts';
import { EmailAddress } from '#db/values/email-address.ts';
import type { Env } from '#sync-server/config/env.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { acceptWithGoogle } from '#sync-server/services/identity/accept-invitation.ts';
import { logAccess, type SignInRequest, writeAccountEvent } from './account-log.ts';
import { type ActiveAccount, findActiveAccount } from './accounts/active-account.ts';
import { changeAccount } from './accounts/change-account.ts';
import { proveAddress, recordSignIn } from './sign-in.ts';

const SALT = 'google-sign-up';
const VALID_SECONDS = 30 * 60;
const CREATE_ACCOUNT_PAGE = '/create-account';

const GoogleIdentity = z.object({ googleId: z.string(), email: EmailAddress, entity: BusinessEntity });
/** A person whose address Google has verified and who has no account yet. */
export type GoogleIdentity = z.infer<typeof GoogleIdentity>;

/**
 * Build the URL of the create-account page with the Google identity, sealed by us, in the fragment; the form
 * posts it instead of a password.
 */
async function signUpPage(
  secret: string,
  person: GoogleIdentity & { firstName: string; lastName: string },
): Promise<string> {
  const { googleId, email, entity, firstName, lastName } = person;
  const token = { googleId, email, entity };
  const google = await encode({ token, secret, salt: SALT, maxAge: VALID_SECONDS });
  return `${CREATE_ACCOUNT_PAGE}#${new URLSearchParams({ google, email, firstName, lastName })}`;
}

/** Open a sealed identity; undefined if it is not ours or too old. */
export async function openGoogleIdentity(
  secret: string,
  sealed: string,
): Promise<GoogleIdentity | undefined> {
  const identity = await decode({ token: sealed, secret, salt: SALT }).catch(() => null);
  return GoogleIdentity.safeParse(identity).data;
}

/**
 * Report whether the person came to Google from the create-account page; Auth.js stores the target in a
 * cookie.
 */
export function isGoogleSignUp(cookieHeader: string | undefined): boolean {
  const [, callbackUrl = ''] =
    /(?:^|; *)(?:__Secure-)?authjs\.callback-url=([^;]*)/.exec(cookieHeader ?? '') ?? [];
  try {
    return new URL(decodeURIComponent(callbackUrl)).pathname === CREATE_ACCOUNT_PAGE;
  } catch {
    return false;
  }
}

type Services = Pick<AppServices, 'pool' | 'env' | 'now'>;

/** The Google profile of a person, reduced to the fields that are needed. */
const GoogleProfile = z.object({
  sub: z.string().min(1).max(255),
  email: EmailAddress,
  email_verified: z.boolean().default(false),
  name: z.string().max(200).optional(),
  given_name: z.string().max(100).optional(),
  family_name: z.string().max(100).optional(),
});
type GoogleProfile = z.infer<typeof GoogleProfile>;

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
