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
export type ShippingNotificationKind = keyof typeof INBOUND;

/** A shipment from the lab needs no action of the customer. */
const WORDING: Record<ShipmentDirection, Record<ShippingNotificationKind, Wording>> = {
  INBOUND,
  KIT_OUT: {
    SHIPPING_LABEL: {
      subject: 'The collection kits of order {number} are packed',
      heading: 'The collection kits are packed',
      paragraphs: [
        'The lab hands them to the carrier. Follow the parcel by its tracking number; send the specimens when they are collected.',
      ],
    },
    SHIPMENT_EXCEPTION: {
      subject: 'The collection kits of order {number} did not arrive',
      heading: 'The collection kits did not arrive',
      paragraphs: [
        'The carrier could not deliver them or brings them back to the lab. Look at the shipping address on the page of the order; the lab sends them again.',
      ],
    },
  },
  RETURN: {
    SHIPPING_LABEL: {
      subject: 'The material of order {number} is sent back',
      heading: 'Your material is sent back',
      paragraphs: ['The lab hands it to the carrier. Follow the parcel by its tracking number.'],
    },
    SHIPMENT_EXCEPTION: {
      subject: 'The material of order {number} could not be delivered',
      heading: 'Your material could not be delivered',
      paragraphs: [
        'The carrier could not deliver it or brings it back to the lab. Write to us where it should be sent.',
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
