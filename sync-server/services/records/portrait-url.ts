import type { AppServices } from '#sync-server/http/api-route.ts';
import { visibleCompanies } from '#sync-server/http/scope.ts';
import type { Session } from '#sync-server/http/session.ts';
import { fileStoreOf } from './file-store.ts';

const PORTRAIT = `SELECT f.id, f.key FROM "user" u JOIN s3_file f ON f.id = u.image AND f.status = 'STORED' AND NOT f.deleted
  WHERE u.id = $1 AND (u.id = $2 OR EXISTS (
    SELECT 1 FROM user_company uc WHERE uc.user_id = u.id AND uc.entity = $3 AND NOT uc.deleted
       AND ($4::text[] IS NULL OR uc.company_id = ANY ($4))))`;

/**
 * Return the URL of a person's picture for this viewer; empty without a picture or outside the access scope.
 */
export async function portraitUrl(
  { pool, env, now }: Pick<AppServices, 'pool' | 'env' | 'now'>,
  session: Session,
  userId: string,
): Promise<string> {
  const companies = await visibleCompanies(pool, session);
  const { rows } = await pool.query<{ id: string; key: string }>(PORTRAIT, [
    userId,
    session.userId,
    session.entity,
    companies === 'all' ? null : companies,
  ]);
  const file = rows[0];
  return file ? fileStoreOf(env).getUrl({ ...file, userId: session.userId }, now()) : '';
}
