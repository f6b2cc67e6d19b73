import type { BusinessEntity } from '#db/values/business-entity.ts';
import { renderEmail } from '#sync-server/integrations/mail/email-template.ts';

/** Render an email that only proves that emails arrive. */
export const renderTestEmail = (entity: BusinessEntity, person: string) =>
  renderEmail(entity, {
    subject: 'Test email',
    heading: 'Email works',
    paragraphs: [`${person} asked for this email to see that messages arrive.`],
  });
