import type { SupportRequestForm } from '#db/support/support-request-form.ts';
import { SUPPORT_SUBJECT } from '#db/support/support-subject.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { renderEmail } from '#sync-server/integrations/mail/email-template.ts';

/** The sender, to whom the lab replies. */
export interface SupportWriter {
  name: string;
  email: string;
  role: string;
  companyName: string;
}

/** Render a message to the lab's staff, with its sender and the reference number of both sides. */
export const renderSupportEmail = (
  entity: BusinessEntity,
  reference: string,
  { subject, about, message }: Pick<SupportRequestForm, 'subject' | 'about' | 'message'>,
  { name, email, role, companyName }: SupportWriter,
  files: readonly string[],
) =>
  renderEmail(entity, {
    subject: `${reference}: ${SUPPORT_SUBJECT[subject]}`,
    heading: `Support request ${reference}`,
    paragraphs: message.split(/\n+/),
    facts: [
      ['From', name],
      ['Email', email],
      ['Organization', companyName],
      ['Role', role],
      ['Subject', SUPPORT_SUBJECT[subject]],
      ...(about ? [['About', about] as const] : []),
      ...(files.length > 0 ? [['Attached', files.join(', ')] as const] : []),
    ],
    footnote: `Answer to the email address above and keep ${reference} in the subject.`,
  });
