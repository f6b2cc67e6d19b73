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

/** An approval with the name of its decider, and whether the reader may decide it now. */
export const ShownApproval = orderApproval.schema.extend({
  decidedByName: z.string().nullable(),
  mine: z.boolean(),
});
export type ShownApproval = z.infer<typeof ShownApproval>;

/** One order with all data of its page. */
export const ShownOrder = ListedOrder.extend({
  companyStatus: CompanyStatus,
  /** Without internal handling fields, which no reader of the page needs and no customer sees. */
  specimens: z.array(CustomersSpecimen),
  /** The numbers of the accepted rework orders that repeat reset specimens, by specimen. */
  repeats: z.record(z.string(), z.string()),
  shipments: z.array(shipment.schema),
  /** Without the reasons of the proposals, which customers do not read. */
  adjustments: z.array(priceAdjustment.schema.omit({ reason: true })),
  /** Amounts paid, refunded and owed; null when a sponsor pays. */
  bill: OrderBill.nullable(),
  /** Null for readers without access to invoices. */
  invoices: z.array(invoice.schema).nullable(),
  approvals: z.array(ShownApproval),
  dataUse: dataUseInfo.schema.nullable(),
  history: z.array(HistoryEntry),
  /** The order that this one continues, and those that continue this one. */
  source: LinkedOrder.nullable(),
  continuedBy: z.array(LinkedOrder),
  /** How the reader may continue it. */
  continuations: z.array(Continuation),
  /** The actions that the reader may take now. */
  actions: z.array(z.enum(ACTION_NAMES)),
});
export type ShownOrder = z.infer<typeof ShownOrder>;
