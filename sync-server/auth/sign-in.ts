import type { Pool } from 'pg';
import { ulid } from 'ulid';
import { z } from 'zod';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { verifySecret } from './password.ts';

export const Credentials = z.object({
  email: z.string().trim().toLowerCase().max(320),
  password: z.string().min(1).max(200),
});

/** Who asks, for the access log; never the password. */
export interface SignInRequest {
  entity: BusinessEntity;
  ip: string;
  userAgent: string;
}

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

/** The membership that an e-mail and password open in this entity, or null; either way it is written in the access log. */
export async function signInWithPassword(pool: Pool, input: unknown, request: SignInRequest) {
  const credentials = Credentials.safeParse(input);
  if (!credentials.success) return null;
  const { rows } = await pool.query(ACCOUNT, [credentials.data.email, request.entity]);
  const account = rows[0] ? Account.parse(rows[0]) : undefined;
  const known = await verifySecret(account?.password, credentials.data.password);
  const userCompanyId = known ? (account?.userCompanyId ?? null) : null;
  if (account)
    await logAccess(
      pool,
      account.id,
      account.companyId,
      userCompanyId ? 'SIGN_IN' : 'SIGN_IN_FAILED',
      request,
    );
  if (!account || !userCompanyId) return null;
  await pool.query('UPDATE user_company SET last_login = now() WHERE id = $1', [userCompanyId]);
  return { id: account.id, name: account.name, email: account.email, userCompanyId };
}

/** Writes one line of the access log. */
export async function logAccess(
  pool: Pool,
  userId: string,
  companyId: string | null,
  action: 'SIGN_IN' | 'SIGN_OUT' | 'SIGN_IN_FAILED',
  request: SignInRequest,
): Promise<void> {
  await pool.query(
    `INSERT INTO access_log (id, created_at, created_by_id, updated_at, entity, user_id, company_id, action, ip, user_agent, occurred_at)
     VALUES ($1, now(), $2, now(), $3, $2, $4, $5, $6, $7, now())`,
    [ulid(), userId, request.entity, companyId, action, request.ip, request.userAgent.slice(0, 500)],
  );
}
