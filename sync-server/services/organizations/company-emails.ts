import type { ClientBase } from 'pg';
import { rolesWith } from '#db/access/capabilities.ts';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { neutralizeText } from '#sync-server/auth/accounts/account-emails.ts';
import { publicUrl } from '#sync-server/config/entity-addresses.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { renderEmail } from '#sync-server/integrations/mail/email-template.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { rolesSql } from '#sync-server/postgres/roles-sql.ts';

/** The input of an email about a company. */
export interface CompanyNotification {
  url: string;
  companyName: string;
  reason: string | null;
}

const facts = (companyName: string, label: string, reason: string | null) =>
  [
    ['Organization', neutralizeText(companyName, '(see the page)')],
    ...(reason ? [[label, reason] as const] : []),
  ] as const;

/** Email that asks reviewers to verify a company. */
export const renderReviewEmail = (
  entity: BusinessEntity,
  { url, companyName, reason }: CompanyNotification,
) =>
  renderEmail(entity, {
    subject: `Verify ${neutralizeText(companyName, 'an organization')}`,
    heading: 'An organization needs verification',
    paragraphs: ['The organization can draft orders, and submit them once approved.'],
    facts: facts(companyName, 'Why', reason),
    action: { label: 'Review', url },
  });

/** Email that tells a company's managers of its approval. */
export const renderApprovedEmail = (
  entity: BusinessEntity,
  { url, companyName, reason }: CompanyNotification,
) =>
  renderEmail(entity, {
    subject: 'Your organization is verified',
    heading: 'Your organization is verified',
    paragraphs: [`Members of ${neutralizeText(companyName, 'your organization')} can submit orders now.`],
    facts: facts(companyName, 'Note', reason),
    action: { label: 'Open', url },
  });

/** Email that tells a company's managers of its rejection, and what to do. */
export const renderRejectedEmail = (
  entity: BusinessEntity,
  { url, companyName, reason }: CompanyNotification,
) =>
  renderEmail(entity, {
    subject: 'Your organization could not be verified',
    heading: 'Your organization could not be verified',
    paragraphs: [
      'Correct the points below and submit your organization again. Until then you can draft orders, but not submit them.',
      `Questions? Write to ${ENTITY_PROFILE[entity].supportAddress}.`,
    ],
    facts: facts(companyName, 'Reason', reason),
    action: { label: 'Correct and submit again', url },
  });

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
