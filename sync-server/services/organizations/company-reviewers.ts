import type { ClientBase } from 'pg';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { publicUrl } from '#sync-server/config/public-urls.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { rolesSql } from '#sync-server/postgres/roles-sql.ts';

const REVIEWERS = `
  SELECT DISTINCT u.email FROM user_company uc JOIN "user" u ON u.id = uc.user_id
   WHERE uc.entity = $1 AND uc.role IN ${rolesSql('receiveReviewNotices')} AND NOT uc.deactivated AND NOT uc.deleted
     AND NOT u.deleted ORDER BY u.email LIMIT 50`;

/** Read the addresses of the people who verify companies. */
export async function reviewersOf(client: ClientBase, entity: BusinessEntity): Promise<string[]> {
  const { rows } = await client.query<{ email: string }>(REVIEWERS, [entity]);
  return rows.map(({ email }) => email);
}

/** Return the URL of a company for staff; the clinical site calls companies locations. */
export const companyUrl = (env: AppServices['env'], entity: BusinessEntity, companyId: string): string =>
  `${publicUrl(env, entity)}/${env.SITE_VARIANT[entity] === 'clinical' ? 'locations' : 'organizations'}/${companyId}`;
