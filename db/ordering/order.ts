import { z } from 'zod';
import { InvoiceStatus } from '#db/billing/invoice-status.ts';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, cents, instant, int, json, longText, ref, text } from '#db/values/field-types.ts';
import { OrderClassification } from './order-classification.ts';
import { OrderStatus } from './order-status.ts';
import { OrderType } from './order-type.ts';
import { PackageType } from './package-type.ts';
import { PostSequenceOption } from './post-sequence-option.ts';
import { ShipmentStatus } from './shipment-status.ts';
import { ShipmentTemperature } from './shipment-temperature.ts';

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
    orderNumber: z.string().regex(/^[WR]-\d{6,}$/),
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
  create: [],
  update: [
    'projectId',
    'purchaseOrderNumber',
    'salesOrderNumber',
    'campaignCode',
    'carrier',
    'trackingNumber',
    'trackingUrl',
    'packageCount',
  ],
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
    ],
    search: ['orderNumber', 'trackingNumber', 'purchaseOrderNumber'],
  },
  indexes: ['orderNumber', 'trackingNumber', 'companyId', 'status', 'protocolId', 'sourceOrderId'],
  replica: { own: { collection: 'orders' } },
});
export type Order = Row<typeof order>;
