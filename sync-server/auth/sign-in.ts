import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { logAccess, type SignInRequest } from './account-log.ts';
import { renderSignInEmail } from './accounts/account-emails.ts';
import { findActiveAccount } from './accounts/active-account.ts';
import { changeAccount } from './accounts/change-account.ts';
import { storePassword } from './accounts/change-password.ts';
import { createLink, endLinks, spendLink } from './accounts/links.ts';
import { countAttempt, type Limit, refundAttempt, tooManyAttempts } from './attempts.ts';
import { verifySecret } from './password.ts';

// A whole lab behind one address mistypes less than this in a quarter of an hour.
const FREE_FAILURES = 50;
const MS_PER_FAILURE = 50;
const MAX_DELAY_MS = 5_000;
const MAX_WAITING = 20;

/**
 * Count of failed sign-ins per address over all accounts. It has no limit, because a lab shares its address.
 */
const addressCount = ({ ip, entity }: SignInRequest): Limit => ({
  key: `sign-in|${entity}|address|${ip}`,
  limit: Number.POSITIVE_INFINITY,
  minutes: 15,
});

/** Return how long an attempt waits after so many failures from its address. */
export const getDelay = (failures: number): number =>
  Math.min(MAX_DELAY_MS, Math.max(0, failures - FREE_FAILURES) * MS_PER_FAILURE);

const waiting = new Map<string, number>();

/**
 * Slow down attempts on many accounts from one address without locking out the people who work there: each
 * attempt waits, and only a few may run at once.
 */
export async function slowAddress(pool: Pool, now: Date, from: SignInRequest): Promise<void> {
  const limit = addressCount(from);
  const [failures = 0] = await countAttempt(pool, now, [limit]);
  const delay = getDelay(failures);
  if (delay === 0) return;
  const before = waiting.get(limit.key) ?? 0;
  if (before >= MAX_WAITING) throw tooManyAttempts(1);
  waiting.set(limit.key, before + 1);
  try {
    await wait(delay);
  } finally {
    const remaining = (waiting.get(limit.key) ?? 1) - 1;
    if (remaining > 0) waiting.set(limit.key, remaining);
    else waiting.delete(limit.key);
  }
}

const Credentials = z.object({
  email: z.string().trim().toLowerCase().max(320),
  password: z.string().min(1).max(200),
});

/** Return the limits of failed sign-ins to one account: per address, and overall. */
export const signInLimits = (email: string, { ip, entity }: SignInRequest): readonly Limit[] => [
  { key: `sign-in|${entity}|${ip}|${email}`, limit: 20, minutes: 15 },
  { key: `sign-in|${entity}|account|${email}`, limit: 100, minutes: 15 },
];

const ACCOUNT = `
  SELECT u.id, coalesce(u.name, u.first_name || ' ' || u.last_name) AS name, u.email, u.password, uc.id AS "userCompanyId", uc.company_id AS "companyId"
    FROM "user" u
    LEFT JOIN user_company uc ON uc.user_id = u.id AND NOT uc.deactivated AND NOT uc.deleted
         AND EXISTS (SELECT 1 FROM company c WHERE c.id = uc.company_id AND c.entity = $2 AND NOT c.deleted)
   WHERE u.email = $1 AND NOT u.deleted
   ORDER BY uc.last_login DESC NULLS LAST, uc.id
   LIMIT 1`;

const Account = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  password: z.string().nullable(),
  userCompanyId: z.string().nullable(),
  companyId: z.string().nullable(),
});

/** A signed-in person as Auth.js passes it on, with the membership of the session. */
interface SignedIn {
  id: string;
  name: string;
  email: string;
  userCompanyId: string;
}

/** Record a sign-in under a membership. */
export async function recordSignIn(
  pool: Pick<Pool, 'query'>,
  person: { userId: string; companyId: string | null; userCompanyId: string },
  request: SignInRequest,
): Promise<void> {
  await logAccess(pool, person, 'SIGN_IN', request);
  await pool.query('UPDATE user_company SET last_login = now() WHERE id = $1', [person.userCompanyId]);
}

/**
 * Return the membership that an email and password open in this entity, or null; both are written to the
 * access log. An unknown address costs the same hashing and writing as a wrong password.
 */
export async function signInWithPassword(
  pool: Pool,
  input: unknown,
  request: SignInRequest,
): Promise<SignedIn | null> {
  const credentials = Credentials.safeParse(input);
  if (!credentials.success) return null;
  const { email, password } = credentials.data;
  const { rows } = await pool.query(ACCOUNT, [email, request.entity]);
  const account = rows[0] ? Account.parse(rows[0]) : undefined;
  const known = await verifySecret(account?.password, password);
  const person = { userId: account?.id ?? null, companyId: account?.companyId ?? null };
  if (!account || !known || account.userCompanyId === null) {
    await logAccess(pool, person, 'SIGN_IN_FAILED', request);
    return null;
  }
  const { id, name, userCompanyId } = account;
  await recordSignIn(pool, { userId: id, companyId: account.companyId, userCompanyId }, request);
  await refundAttempt(pool, [...signInLimits(email, request), addressCount(request)]);
  return { id, name, email: account.email, userCompanyId };
}

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
