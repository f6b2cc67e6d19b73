import type { ClientBase } from 'pg';
import { MANAGER_ROLES } from '#db/organizations/company-lifecycle.ts';
import { publicUrl } from '#sync-server/config/public-urls.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { approvedLetter, askReviewLetter, rejectedLetter } from './company-letters.ts';
import { companyUrl, reviewersOf } from './company-reviewers.ts';

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

async function managersOf(client: ClientBase, companyId: string): Promise<string[]> {
  const { rows } = await client.query<{ email: string }>(MANAGERS, [companyId, [...MANAGER_ROLES]]);
  return rows.map(({ email }) => email);
}

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
  const asks = kind === 'COMPANY_VERIFICATION_NEEDED';
  const addresses = asks ? await reviewersOf(client, entity) : await managersOf(client, companyId);
  // Managers may not open the list of the lab's customers; their own company is among their settings.
  const url = asks ? companyUrl(env, entity, companyId) : `${publicUrl(env, entity)}/settings/company`;
  const letter = NEWS[kind](entity, { url, companyName, reason });
  const data = { targetType: 'Company', targetId: companyId };
  for (const to of addresses) await queueMail(client, { entity, kind, to, ...letter, data });
}
