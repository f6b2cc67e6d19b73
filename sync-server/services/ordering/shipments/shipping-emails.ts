import type { ClientBase } from 'pg';
import type { ShipmentDirection } from '#db/ordering/shipments/shipment-status.ts';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { publicUrl } from '#sync-server/config/entity-addresses.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { renderEmail } from '#sync-server/integrations/mail/email-template.ts';
import { queueMail } from '#sync-server/integrations/mail/queue-mail.ts';
import { findOrderRecipients } from '#sync-server/services/ordering/orders/notify-about-order.ts';

interface Wording {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
}

const INBOUND = {
  SHIPPING_LABEL: {
    subject: 'Shipping label for order {number}',
    heading: 'Your shipping label is ready',
    paragraphs: [
      'Print the label on the order page, put it on the package and hand the package to the carrier. Put the packing slip inside.',
    ],
  },
  SHIPMENT_EXCEPTION: {
    subject: 'Your shipment for order {number} did not arrive',
    heading: 'Your shipment did not arrive',
    paragraphs: [
      'The carrier could not deliver your shipment or is returning it. Check the package and send it again with a new label or tracking number.',
    ],
  },
} as const satisfies Record<string, Wording>;
export type ShippingNotificationKind = keyof typeof INBOUND;

/** A shipment from the lab needs no action of the customer. */
const WORDING: Record<ShipmentDirection, Record<ShippingNotificationKind, Wording>> = {
  INBOUND,
  KIT_OUT: {
    SHIPPING_LABEL: {
      subject: 'Collection kits for order {number} are packed',
      heading: 'The collection kits are packed',
      paragraphs: [
        'The lab hands the kits to the carrier. Track the shipment by number, and send the specimens once collected.',
      ],
    },
    SHIPMENT_EXCEPTION: {
      subject: 'Collection kits for order {number} did not arrive',
      heading: 'The collection kits did not arrive',
      paragraphs: [
        'The carrier could not deliver the kits or is returning them to the lab. Check the shipping address on the order page; the lab sends the kits again.',
      ],
    },
  },
  RETURN: {
    SHIPPING_LABEL: {
      subject: 'Return shipment for order {number}',
      heading: 'Your material is on its way back',
      paragraphs: ['The lab hands the material to the carrier. Track the shipment by number.'],
    },
    SHIPMENT_EXCEPTION: {
      subject: 'Return shipment for order {number} was not delivered',
      heading: 'Your material could not be delivered',
      paragraphs: [
        'The carrier could not deliver the material or is returning it to the lab. Tell us where to send it.',
      ],
    },
  },
};

interface State {
  direction: ShipmentDirection;
  orderNumber: string;
  carrier: string | null;
  trackingNumber: string | null;
}

const STATE = `
  SELECT s.direction, o.order_number AS "orderNumber", s.carrier, s.tracking_number AS "trackingNumber"
    FROM shipment s JOIN "order" o ON o.id = s.order_id
   WHERE s.id = $1`;

/** Render an email about a shipment, in the design of its business entity. */
export function renderShippingEmail(
  kind: ShippingNotificationKind,
  entity: BusinessEntity,
  notification: State & { url: string },
) {
  const { subject, heading, paragraphs } = WORDING[notification.direction][kind];
  return renderEmail(entity, {
    subject: subject.replace('{number}', notification.orderNumber),
    heading,
    paragraphs,
    facts: [
      ['Order', notification.orderNumber],
      ['Carrier', notification.carrier ?? 'not named'],
      ['Tracking number', notification.trackingNumber ?? 'none'],
    ],
    action: { label: 'Open order', url: notification.url },
    footnote: `Questions? Write to ${ENTITY_PROFILE[entity].supportAddress}.`,
  });
}

/** Notify the person who placed the order about its shipment, in the transaction of the event. */
export async function notifyAboutShipment(
  client: ClientBase,
  { env }: Pick<AppServices, 'env'>,
  { entity, shipmentId, orderId }: { entity: BusinessEntity; shipmentId: string; orderId: string },
  kind: ShippingNotificationKind,
): Promise<void> {
  const [state] = (await client.query<State>(STATE, [shipmentId])).rows;
  if (!state) return;
  const data = { targetType: 'Order', targetId: orderId };
  for (const { email, path } of (await findOrderRecipients(client, orderId)).ordered) {
    const shippingEmail = renderShippingEmail(kind, entity, {
      ...state,
      url: `${publicUrl(env, entity)}${path}`,
    });
    await queueMail(client, { entity, kind, to: email, ...shippingEmail, data });
  }
}
