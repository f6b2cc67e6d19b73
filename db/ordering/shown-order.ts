import { z } from 'zod';
import { invoice } from '#db/billing/invoice.ts';
import { OrderBill } from '#db/billing/order-bill.ts';
import { priceAdjustment } from '#db/billing/price-adjustment.ts';
import { CompanyStatus } from '#db/organizations/company-status.ts';
import { HistoryEntry } from '#db/organizations/shown-company.ts';
import { CustomersSpecimen } from '#db/specimens/listed-specimen.ts';
import { Continuation } from './continuation.ts';
import { dataUseInfo } from './data-use-info.ts';
import { ListedOrder } from './listed-order.ts';
import { ORDER_ACTIONS, type OrderActionName } from './order-actions.ts';
import { orderApproval } from './order-approval.ts';
import { shipment } from './shipment.ts';
import { LinkedOrder } from './shown-source.ts';

const ACTION_NAMES = Object.keys(ORDER_ACTIONS) as [OrderActionName, ...OrderActionName[]];

/** An approval with the name of who decided it, and whether the reader may decide it now. */
export const ShownApproval = orderApproval.schema.extend({
  decidedByName: z.string().nullable(),
  mine: z.boolean(),
});
export type ShownApproval = z.infer<typeof ShownApproval>;

/** One order with all that its page shows. */
export const ShownOrder = ListedOrder.extend({
  companyStatus: CompanyStatus,
  /** Without how the lab handles them inside, which no reader of the page needs and no customer sees. */
  specimens: z.array(CustomersSpecimen),
  /** The numbers of the accepted rework orders in which reset specimens are repeated, by specimen. */
  repeats: z.record(z.string(), z.string()),
  shipments: z.array(shipment.schema),
  /** Without why they were proposed, which customers do not read. */
  adjustments: z.array(priceAdjustment.schema.omit({ reason: true })),
  /** What was paid, given back and is owed; null where a sponsor pays. */
  bill: OrderBill.nullable(),
  /** Null for those who may not read invoices. */
  invoices: z.array(invoice.schema).nullable(),
  approvals: z.array(ShownApproval),
  dataUse: dataUseInfo.schema.nullable(),
  history: z.array(HistoryEntry),
  /** The order that this one goes on with, and those that go on with this one. */
  source: LinkedOrder.nullable(),
  continuedBy: z.array(LinkedOrder),
  /** How the reader may go on with it. */
  continuations: z.array(Continuation),
  /** What the reader may do with it now. */
  actions: z.array(z.enum(ACTION_NAMES)),
});
export type ShownOrder = z.infer<typeof ShownOrder>;
