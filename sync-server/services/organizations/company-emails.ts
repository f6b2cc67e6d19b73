import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { neutralizeText } from '#sync-server/auth/account-emails.ts';
import { renderEmail } from '#sync-server/integrations/mail/email-template.ts';

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
    heading: 'An organization waits to be verified',
    paragraphs: ['It may prepare orders, and can submit them once it is approved.'],
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
    paragraphs: [`Everybody of ${neutralizeText(companyName, 'your organization')} can submit orders now.`],
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
      'Please correct what is named below and submit your organization again. Until then orders can be prepared, not submitted.',
      `Questions? Write to ${ENTITY_PROFILE[entity].supportAddress}.`,
    ],
    facts: facts(companyName, 'Reason', reason),
    action: { label: 'Correct and submit again', url },
  });
