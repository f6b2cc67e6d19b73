import { AppError } from '#db/errors/app-error.ts';
import { boxesOf } from '#db/ordering/awaited-specimens.ts';
import { kitBoxes, kitGrams } from '#db/ordering/collection-kits.ts';
import type { Order } from '#db/ordering/order.ts';
import { missingParts, OrderAddress } from '#db/ordering/order-address.ts';
import type { ShipmentDirection } from '#db/ordering/shipment-direction.ts';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { Consignment, ShipmentAddress } from '#sync-server/integrations/shipping/port.ts';

/** An insulated box with coolant. */
const GRAMS: Record<Order['packageType'], number> = { TUBE: 1_500, PLATE: 2_000 };

const labAddress = (entity: BusinessEntity): ShipmentAddress => ({
  ...ENTITY_PROFILE[entity].receivingAddress,
  company: ENTITY_PROFILE[entity].displayName,
  line2: null,
  phone: null,
});

function customerAddress(row: Order, companyName: string): ShipmentAddress {
  const known = [row.shippingAddress, row.billingAddress].find((one) => missingParts(one).length === 0);
  const address = OrderAddress.safeParse(known).data;
  if (!address)
    throw new AppError(
      'ADDRESS_MISSING',
      'This order has no complete address of the customer. Choose a carrier yourself and enter the tracking number.',
    );
  const { attention, line1, line2, city, state, postalCode, country, phone } = address;
  return {
    name: attention ?? companyName,
    company: companyName,
    line1: line1 ?? '',
    line2,
    city: city ?? '',
    state: state ?? '',
    postalCode: postalCode ?? '',
    country,
    phone,
  };
}

/** Return content, origin and destination of an order's shipment in a direction. */
export function consignmentOf(
  row: Order,
  companyName: string,
  direction: ShipmentDirection,
  kitCount: number | null = row.kitCount,
): Consignment {
  const [customer, lab] = [customerAddress(row, companyName), labAddress(row.entity)];
  const [from, to] = direction === 'INBOUND' ? [customer, lab] : [lab, customer];
  const kits = direction === 'KIT_OUT' ? (kitCount ?? 1) : null;
  const measures =
    kits === null
      ? { grams: GRAMS[row.packageType], count: boxesOf(row, direction) }
      : { grams: kitGrams(kits), count: kitBoxes(kits) };
  return { from, to, measures, reference: row.orderNumber };
}
