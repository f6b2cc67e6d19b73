import { type Order, order } from '#db/ordering/order.ts';
import { buildRow, nextNumber } from './build-row.ts';

/** Build a paid order of tubes that has been shipped and is expected. */
export function buildOrder(overrides: Partial<Order> = {}): Order {
  const number = nextNumber('order');
  return buildRow(
    order,
    {
      id: `order-${number}`,
      status: 'SHIPPED',
      companyId: 'company-1',
      paymentStatus: 'SERVICE_IN_PROGRESS',
      shipmentStatus: 'IN_TRANSIT',
      trackingNumber: `1Z${String(number).padStart(8, '0')}`,
      total: 100_000,
      subtotal: 100_000,
      pricePerSpecimen: 25_000,
      discountPerSpecimen: 0,
      orderType: 'PURCHASE_ORDER',
      orderClassification: 'STANDARD',
      projectedSpecimenCount: 4,
      packageType: 'TUBE',
      postSequenceOption: 'STORE',
      billingVerifiedPurchaseOrder: true,
      orderNumber: `W-${String(number).padStart(6, '0')}`,
      protocolId: 'protocol-1',
      createdByUserId: 'user-customer',
      submittedAt: '2026-11-10T15:00:00.000Z',
      billingAddress: {
        line1: '12 Harbor Street',
        city: 'Portland',
        state: 'OR',
        postalCode: '97201',
        country: 'US',
      },
      packageCount: 1,
    },
    overrides,
  );
}
