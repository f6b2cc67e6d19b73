import type { Pool } from 'pg';
import { ulid } from 'ulid';
import type { AccessAction } from '#db/records/access-action.ts';
import type { SignInRequest } from './sign-in-request.ts';

/** Write one line of the access log; `userId` is null if the email address has no account. */
export async function logAccess(
  pool: Pick<Pool, 'query'>,
  actor: { userId: string | null; companyId: string | null },
  action: AccessAction,
  request: SignInRequest,
  target: { type: string; id: string } | null = null,
): Promise<void> {
  await pool.query(
    `INSERT INTO access_log (id, created_at, created_by_id, updated_at, entity, user_id, company_id, action, ip, user_agent, occurred_at, target_type, target_id)
     VALUES ($1, now(), $2, now(), $3, $2, $4, $5, $6, $7, now(), $8, $9)`,
    [
      ulid(),
      actor.userId,
      request.entity,
      actor.companyId,
      action,
      request.ip.slice(0, 100),
      request.userAgent.slice(0, 500),
      target?.type ?? null,
      target?.id ?? null,
    ],
  );
}
