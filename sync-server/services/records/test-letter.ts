import type { BusinessEntity } from '#db/values/business-entity.ts';
import { writeLetter } from '#sync-server/integrations/mail/letter.ts';

/** A letter that says nothing but that letters arrive. */
export const testLetter = (entity: BusinessEntity, person: string) =>
  writeLetter(entity, {
    subject: 'Test email',
    heading: 'Email works',
    paragraphs: [`${person} asked for this email to see that messages arrive.`],
  });
