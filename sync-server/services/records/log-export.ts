import { ulid } from 'ulid';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';

const INSERT = `
  INSERT INTO access_log (id, created_at, created_by_id, updated_at, entity, user_id, company_id, action, target_type,
    ip, user_agent, occurred_at)
  VALUES ($1, $2, $3, $2, $4, $3, $5, 'EXPORT', $6, $7, $8, $2)`;

/** Record in the access log that a person exported a list. */
export async function logExport(
  { pool, now }: Pick<AppServices, 'pool' | 'now'>,
  { userId, entity, companyId }: Session,
  subject: string,
  request: { ip?: string | undefined; get(name: string): string | undefined },
): Promise<void> {
  const agent = request.get('user-agent')?.slice(0, 500) ?? '';
  await pool.query(INSERT, [ulid(), now(), userId, entity, companyId, subject, request.ip ?? null, agent]);
}
