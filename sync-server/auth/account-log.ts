import type { Request } from 'express';
import type { ClientBase, Pool } from 'pg';
import { ulid } from 'ulid';
import type { AccessAction } from '#db/records/events/access-log.ts';
import type { EventType } from '#db/records/events/event-type.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';

/** The origin of a sign-in for limits and the access log; contains no secret. */
export interface SignInRequest {
  entity: BusinessEntity;
  ip: string;
  userAgent: string;
}

/** Return the origin of a request. */
export const readSignInRequest = (request: Request, entity: BusinessEntity): SignInRequest => ({
  entity,
  ip: request.ip ?? '',
  userAgent: request.get('user-agent') ?? '',
});

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

/** Record in the caller's transaction that a person's secret changed; never the secret itself. */
export async function writeAccountEvent(
  client: ClientBase,
  entry: {
    entity: BusinessEntity;
    type: EventType;
    userId: string;
    companyId?: string | null;
    data?: Readonly<Record<string, string | boolean>>;
    now: Date;
  },
): Promise<void> {
  const { entity, type, userId, companyId = null, data = {}, now } = entry;
  await client.query(
    `INSERT INTO event (id, created_at, created_by_id, updated_at, entity, type, target_type, target_id, user_id, company_id,
                        occurred_at, synced_at, data, customer_visible)
     SELECT $1, $6, u.id, $6, $2, $3, 'User', u.id, u.id, $5, $6, $6,
            jsonb_build_object('by', coalesce(u.name, u.first_name || ' ' || u.last_name)) || $7::jsonb, false
       FROM "user" u WHERE u.id = $4`,
    [ulid(), entity, type, userId, companyId, now, JSON.stringify(data)],
  );
}
