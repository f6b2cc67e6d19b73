import type { Pool } from 'pg';
import { z } from 'zod';
import { logAccess } from './access-line.ts';
import { type Limit, refundAttempt } from './attempts.ts';
import { verifySecret } from './password.ts';
import type { SignInRequest } from './sign-in-request.ts';
import { addressCount } from './slow-address.ts';

export const Credentials = z.object({
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
export interface SignedIn {
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
