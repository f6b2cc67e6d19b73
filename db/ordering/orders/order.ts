import { z } from 'zod';
import { InvoiceStatus } from '#db/billing/invoices/invoice-status.ts';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { ShipmentStatus } from '#db/ordering/shipments/shipment-status.ts';
import { bool, cents, instant, int, json, longText, ref, text } from '#db/values/field-types.ts';
import { assertListed, type Lifecycle } from '#db/values/lifecycle.ts';
import { ORDER_STATUS, OrderStatus } from './order-status.ts';
import {
  OrderClassification,
  OrderType,
  PackageType,
  PostSequenceOption,
  ShipmentTemperature,
} from './order-terms.ts';

/** A request for one service on N specimens. Its shipment fields mirror the newest inbound `Shipment`. */
export const order = defineEntity({
  name: 'Order',
  table: 'order',
  schema: z.object({
    ...tenantFields,
    status: OrderStatus,
    companyId: ref,
    paymentStatus: InvoiceStatus,
    shipmentStatus: ShipmentStatus,
    shippingLabelUrl: text.nullable(),
    trackingNumber: text.nullable(),
    carrier: text.nullable(),
    trackingUrl: text.nullable(),
    paymentIntentId: text.nullable(),
    total: cents,
    subtotal: cents,
    pricePerSpecimen: cents,
    discountPerSpecimen: cents,
    orderType: OrderType,
    orderClassification: OrderClassification,
    projectedSpecimenCount: int.min(0),
    packageType: PackageType,
    postSequenceOption: PostSequenceOption,
    billingVerifiedPurchaseOrder: bool,
    /** Null until the order is submitted. */
    orderNumber: z
      .string()
      .regex(/^[WR]-\d{6,}$/)
      .nullable(),
    protocolId: ref,
    projectId: ref.nullable(),
    createdByUserId: ref,
    purchaseOrderNumber: text.nullable(),
    purchaseOrderFileId: ref.nullable(),
    salesOrderNumber: text.nullable(),
    campaignCode: text.nullable(),
    sourceOrderId: ref.nullable(),
    submittedAt: instant.nullable(),
    approvedAt: instant.nullable(),
    approvedById: ref.nullable(),
    receivedAt: instant.nullable(),
    completedAt: instant.nullable(),
    canceledAt: instant.nullable(),
    cancelReason: longText.nullable(),
    holdReason: longText.nullable(),
    returnReason: longText.nullable(),
    heldFromStatus: OrderStatus.nullable(),
    billingAddress: json,
    shippingAddress: json.nullable(),
    plateCount: int.nullable(),
    packageCount: int.min(1),
    /** Collection kits that the lab sends first, for an order of a campaign; null when none are requested. */
    kitCount: int.min(1).nullable(),
    kitTemperature: ShipmentTemperature.nullable(),
  }),
  list: {
    sort: ['orderNumber', 'status', 'createdAt', 'submittedAt', 'receivedAt', 'completedAt'],
    filter: [
      'status',
      'companyId',
      'protocolId',
      'projectId',
      'orderType',
      'orderClassification',
      'paymentStatus',
      'packageType',
      'entity',
    ],
    search: ['orderNumber', 'trackingNumber', 'purchaseOrderNumber'],
  },
  indexes: ['orderNumber', 'trackingNumber', 'companyId', 'status', 'protocolId', 'sourceOrderId'],
  replica: { own: { collection: 'orders' } },
});
export type Order = Row<typeof order>;

/**
 * The allowed transitions (domain 4.1). COMPLETED and CANCELED are terminal; only an override reopens
 * COMPLETED.
 */
export const ORDER_LIFECYCLE: Lifecycle<OrderStatus> = {
  DRAFT: ['PO_UNDER_REVIEW', 'PENDING_APPROVAL', 'ORDERED', 'ANTICIPATED', 'CANCELED'],
  PO_UNDER_REVIEW: ['ORDERED', 'PENDING_APPROVAL', 'DRAFT', 'CANCELED'],
  PENDING_APPROVAL: ['DRAFT', 'ORDERED', 'ANTICIPATED', 'CANCELED'],
  // The new total of a confirmed registration may need an approval.
  ANTICIPATED: ['ORDERED', 'PENDING_APPROVAL', 'ON_HOLD', 'CANCELED'],
  ORDERED: ['SHIPPED', 'RECEIVED', 'QUARANTINED', 'ON_HOLD', 'CANCELED'],
  SHIPPED: ['ORDERED', 'RECEIVED', 'QUARANTINED', 'ON_HOLD', 'CANCELED'],
  RECEIVED: ['QUARANTINED', 'PROCESSING', 'PENDING_COMPLETION', 'ON_HOLD', 'CANCELED'],
  QUARANTINED: ['RECEIVED', 'ON_HOLD', 'CANCELED'],
  PROCESSING: ['RECEIVED', 'PENDING_COMPLETION', 'ON_HOLD', 'CANCELED'],
  PENDING_COMPLETION: ['PROCESSING', 'COMPLETED', 'CANCELED'],
  ON_HOLD: ['ANTICIPATED', 'ORDERED', 'SHIPPED', 'RECEIVED', 'QUARANTINED', 'PROCESSING', 'CANCELED'],
  COMPLETED: [],
  CANCELED: [],
};

/** Refuse a change of an order's status that the table does not list. */
export const assertOrderTransition = (from: OrderStatus, to: OrderStatus): void =>
  assertListed(ORDER_LIFECYCLE, ORDER_STATUS, from, to);
