import type { ClientBase } from 'pg';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { publicUrl } from '#sync-server/config/public-urls.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { writeLetter } from '#sync-server/integrations/mail/letter.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';

interface Wording {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
}

const WORDING = {
  SHIPPING_LABEL: {
    subject: 'The shipping label of order {number}',
    heading: 'Your shipping label is ready',
    paragraphs: [
      'Print the label on the page of the order, put it on the package and hand it to the carrier. Put the packing slip inside.',
    ],
  },
  SHIPMENT_EXCEPTION: {
    subject: 'The package of order {number} did not arrive',
    heading: 'Your package is not on its way to the lab',
    paragraphs: [
      'The carrier could not deliver it or sends it back to you. Check it, and send it again with a new label or tracking number.',
    ],
  },
} as const satisfies Record<string, Wording>;
export type ShippingNewsKind = keyof typeof WORDING;

interface State {
  orderNumber: string;
  creator: string | null;
  carrier: string | null;
  trackingNumber: string | null;
}

const STATE = `
  SELECT o.order_number AS "orderNumber", u.email AS creator, s.carrier, s.tracking_number AS "trackingNumber"
    FROM shipment s JOIN "order" o ON o.id = s.order_id LEFT JOIN "user" u ON u.id = o.created_by_user_id
   WHERE s.id = $1`;

/** The letter of a kind about a package, in the look of its business unit. */
export function shippingLetter(
  kind: ShippingNewsKind,
  entity: BusinessEntity,
  news: Omit<State, 'creator'> & { url: string },
) {
  const { subject, heading, paragraphs } = WORDING[kind];
  return writeLetter(entity, {
    subject: subject.replace('{number}', news.orderNumber),
    heading,
    paragraphs,
    facts: [
      ['Order', news.orderNumber],
      ['Carrier', news.carrier ?? 'not named'],
      ['Tracking number', news.trackingNumber ?? 'none'],
    ],
    action: { label: 'Open order', url: news.url },
    footnote: `Questions? Write to ${ENTITY_PROFILE[entity].supportAddress}.`,
  });
}

/** Writes to whoever made the order about its package, in the transaction of what happened to it. */
export async function tellAboutPackage(
  client: ClientBase,
  { env }: Pick<AppServices, 'env'>,
  { entity, shipmentId, orderId }: { entity: BusinessEntity; shipmentId: string; orderId: string },
  kind: ShippingNewsKind,
): Promise<void> {
  const [state] = (await client.query<State>(STATE, [shipmentId])).rows;
  if (!state?.creator) return;
  const letter = shippingLetter(kind, entity, {
    ...state,
    url: `${publicUrl(env, entity)}/orders/${orderId}`,
  });
  const data = { targetType: 'Order', targetId: orderId };
  await queueMail(client, { entity, kind, to: state.creator, ...letter, data });
}
