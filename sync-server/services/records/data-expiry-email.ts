import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { neutralizeText } from '#sync-server/auth/account-emails.ts';
import type { Env } from '#sync-server/config/env.ts';
import { publicUrl } from '#sync-server/config/public-urls.ts';
import { renderEmail } from '#sync-server/integrations/mail/email-template.ts';
import { formatLongDate } from '#sync-server/integrations/mail/long-date.ts';

/** Email that the data files of an order will be deleted, and how to download them before. */
export function renderDataExpiryEmail(
  env: Env,
  entity: BusinessEntity,
  order: { path: string; orderNumber: string; companyName: string; ends: string; fileCount: number },
) {
  return renderEmail(entity, {
    subject: `Data of order ${order.orderNumber} will be deleted after ${formatLongDate(order.ends)}`,
    heading: 'Your data will be deleted',
    paragraphs: [
      'The retention period that was agreed on for this order is about to end. Download what you want to keep. Reports are kept.',
    ],
    facts: [
      ['Order', order.orderNumber],
      ['Organization', neutralizeText(order.companyName, '(see the page)')],
      ['Data files', String(order.fileCount)],
      ['Kept until', formatLongDate(order.ends)],
    ],
    action: { label: 'Open order', url: `${publicUrl(env, entity)}${order.path}` },
    footnote: `Questions? Write to ${ENTITY_PROFILE[entity].supportAddress}.`,
  });
}
