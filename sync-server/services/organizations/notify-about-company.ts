import type { ClientBase } from 'pg';
import { rolesWith } from '#db/access/capabilities.ts';
import { publicUrl } from '#sync-server/config/public-urls.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { renderApprovedEmail, renderRejectedEmail, renderReviewEmail } from './company-emails.ts';
import { companyUrl, reviewersOf } from './company-reviewers.ts';

const MANAGERS = `
  SELECT DISTINCT u.email FROM user_company uc JOIN "user" u ON u.id = uc.user_id
   WHERE uc.company_id = $1 AND uc.role = ANY ($2) AND NOT uc.deactivated AND NOT uc.deleted
     AND NOT u.deleted ORDER BY u.email LIMIT 50`;

const EMAIL_RENDERERS = {
  COMPANY_VERIFICATION_NEEDED: renderReviewEmail,
  COMPANY_APPROVED: renderApprovedEmail,
  COMPANY_REJECTED: renderRejectedEmail,
} as const;
export type CompanyNotificationKind = keyof typeof EMAIL_RENDERERS;

async function managersOf(client: ClientBase, companyId: string): Promise<string[]> {
  const { rows } = await client.query<{ email: string }>(MANAGERS, [
    companyId,
    rolesWith('answerForCompany'),
  ]);
  return rows.map(({ email }) => email);
}

/** Notify reviewers or the company's managers about its verification, in the operation's transaction. */
export async function notifyAboutCompany(
  client: ClientBase,
  { env }: Pick<AppServices, 'env'>,
  session: Session,
  notification: { kind: CompanyNotificationKind; companyId: string; reason: string | null },
): Promise<void> {
  const { entity } = session;
  const { kind, companyId, reason } = notification;
  const companyNames = await client.query<{ name: string }>('SELECT name FROM company WHERE id = $1', [
    companyId,
  ]);
  const companyName = companyNames.rows[0]?.name ?? '';
  const isReview = kind === 'COMPANY_VERIFICATION_NEEDED';
  const addresses = isReview ? await reviewersOf(client, entity) : await managersOf(client, companyId);
  // Managers may not open the lab's list of customers; their own company is in their settings.
  const url = isReview ? companyUrl(env, entity, companyId) : `${publicUrl(env, entity)}/settings/company`;
  const email = EMAIL_RENDERERS[kind](entity, { url, companyName, reason });
  const data = { targetType: 'Company', targetId: companyId };
  for (const to of addresses) await queueMail(client, { entity, kind, to, ...email, data });
}
