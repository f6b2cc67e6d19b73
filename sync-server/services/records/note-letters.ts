import type { BusinessEntity } from '#db/values/business-entity.ts';
import { harmless } from '#sync-server/auth/account-letters.ts';
import { writeLetter } from '#sync-server/integrations/mail/letter.ts';

/** Somebody was named in a note. What it says stays behind the sign-in: notes may speak of patients. */
export const mentionLetter = (
  entity: BusinessEntity,
  news: { url: string; author: string; record: string },
) => {
  const author = harmless(news.author, 'A colleague');
  return writeLetter(entity, {
    subject: `${author} named you in a note`,
    heading: 'You are named in a note',
    paragraphs: [`${author} wrote a note and named you in it. Sign in to read it.`],
    facts: [['Record', harmless(news.record, '(see the page)')]],
    action: { label: 'Read the note', url: news.url },
  });
};
