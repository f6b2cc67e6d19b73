import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { harmless } from '#sync-server/auth/account-letters.ts';
import type { Env } from '#sync-server/config/env.ts';
import { publicUrl } from '#sync-server/config/public-urls.ts';
import { writeLetter } from '#sync-server/integrations/mail/letter.ts';
import { letterDate } from '#sync-server/integrations/mail/letter-date.ts';

/** Tells that the data files of an order will be deleted, and how to have them before. */
export function dataExpiryLetter(
  env: Env,
  entity: BusinessEntity,
  order: { path: string; orderNumber: string; companyName: string; ends: string; fileCount: number },
) {
  return writeLetter(entity, {
    subject: `Data of order ${order.orderNumber} will be deleted after ${letterDate(order.ends)}`,
    heading: 'Your data will be deleted',
    paragraphs: [
      'The retention period that was agreed on for this order is about to end. Download what you want to keep. Reports are kept.',
    ],
    facts: [
      ['Order', order.orderNumber],
      ['Organization', harmless(order.companyName, '(see the page)')],
      ['Data files', String(order.fileCount)],
      ['Kept until', letterDate(order.ends)],
    ],
    action: { label: 'Open order', url: `${publicUrl(env, entity)}${order.path}` },
    footnote: `Questions? Write to ${ENTITY_PROFILE[entity].supportAddress}.`,
  });
}
