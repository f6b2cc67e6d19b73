import type { ClientBase } from 'pg';
import { MANAGER_ROLES } from '#db/organizations/company-lifecycle.ts';
import { publicUrl } from '#sync-server/config/public-urls.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { approvedLetter, askReviewLetter, rejectedLetter } from './company-letters.ts';

const REVIEWERS = `
  SELECT DISTINCT u.email FROM user_company uc JOIN "user" u ON u.id = uc.user_id
   WHERE uc.entity = $1 AND uc.role IN ('CS_MANAGER', 'ADMIN') AND NOT uc.deactivated AND NOT uc.deleted
     AND NOT u.deleted ORDER BY u.email LIMIT 50`;

const MANAGERS = `
  SELECT DISTINCT u.email FROM user_company uc JOIN "user" u ON u.id = uc.user_id
   WHERE uc.company_id = $1 AND uc.role = ANY ($2) AND NOT uc.deactivated AND NOT uc.deleted
     AND NOT u.deleted ORDER BY u.email LIMIT 50`;

const NEWS = {
  COMPANY_VERIFICATION_NEEDED: askReviewLetter,
  COMPANY_APPROVED: approvedLetter,
  COMPANY_REJECTED: rejectedLetter,
} as const;
export type CompanyNewsKind = keyof typeof NEWS;

/** Where staff find a company; in the clinical variant they are called locations. */
const companyUrl = (env: AppServices['env'], { entity }: Session, companyId: string): string =>
  `${publicUrl(env, entity)}/${env.SITE_VARIANT[entity] === 'clinical' ? 'locations' : 'organizations'}/${companyId}`;

/** Writes to reviewers, or to the company's managers, what has become of its verification; in the act's transaction. */
export async function tellAboutCompany(
  client: ClientBase,
  { env }: Pick<AppServices, 'env'>,
  session: Session,
  news: { kind: CompanyNewsKind; companyId: string; reason: string | null },
): Promise<void> {
  const { entity } = session;
  const { kind, companyId, reason } = news;
  const named = await client.query<{ name: string }>('SELECT name FROM company WHERE id = $1', [companyId]);
  const companyName = named.rows[0]?.name ?? '';
  const { rows } =
    kind === 'COMPANY_VERIFICATION_NEEDED'
      ? await client.query<{ email: string }>(REVIEWERS, [entity])
      : await client.query<{ email: string }>(MANAGERS, [companyId, [...MANAGER_ROLES]]);
  // Managers may not open the list of the lab's customers; their own company is among their settings.
  const url =
    kind === 'COMPANY_VERIFICATION_NEEDED'
      ? companyUrl(env, session, companyId)
      : `${publicUrl(env, entity)}/settings/company`;
  const letter = NEWS[kind](entity, { url, companyName, reason });
  const data = { targetType: 'Company', targetId: companyId };
  for (const { email } of rows) await queueMail(client, { entity, kind, to: email, ...letter, data });
}
