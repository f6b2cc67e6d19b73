import type { BusinessEntity } from '#db/values/business-entity.ts';
import { neutralizeText } from '#sync-server/auth/account-emails.ts';
import { renderEmail } from '#sync-server/integrations/mail/email-template.ts';

/** Email about a mention in a note. The text stays behind the sign-in, because notes may concern patients. */
export const renderMentionEmail = (
  entity: BusinessEntity,
  notification: { url: string; author: string; record: string },
) => {
  const author = neutralizeText(notification.author, 'A colleague');
  return renderEmail(entity, {
    subject: `${author} named you in a note`,
    heading: 'You are named in a note',
    paragraphs: [`${author} wrote a note and named you in it. Sign in to read it.`],
    facts: [['Record', neutralizeText(notification.record, '(see the page)')]],
    action: { label: 'Read the note', url: notification.url },
  });
};
