import { z } from 'zod';
import { priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import { invoice } from '#db/billing/invoices/invoice.ts';
import { OrderBill } from '#db/billing/invoices/order-bill.ts';
import { ApprovalKind, orderApproval } from '#db/ordering/approvals/order-approval.ts';
import { ShownAttestation } from '#db/ordering/drafts/clinical-attestation.ts';
import { Continuation } from '#db/ordering/drafts/continuation.ts';
import { dataUseInfo } from '#db/ordering/drafts/data-use-info.ts';
import { LinkedOrder } from '#db/ordering/drafts/shown-source.ts';
import { shipment } from '#db/ordering/shipments/shipment.ts';
import { CompanyStatus } from '#db/organizations/company.ts';
import { HistoryEntry } from '#db/organizations/shown-company.ts';
import { CustomersSpecimen, SpecimenFigures } from '#db/specimens/shown-specimen.ts';
import { ListedOrder } from './listed-order.ts';
import { ORDER_ACTIONS, type OrderActionName } from './order-actions.ts';

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
  /** What the lab measured, by specimen; for customers once the results are released. */
  figures: z.record(z.string(), SpecimenFigures),
  shipments: z.array(shipment.schema),
  /** Without the reasons of the proposals, which customers do not read. */
  adjustments: z.array(priceAdjustment.schema.omit({ reason: true })),
  /** Amounts paid, refunded and owed; null when a sponsor pays. */
  bill: OrderBill.nullable(),
  /** Null for readers without access to invoices. */
  invoices: z.array(invoice.schema).nullable(),
  approvals: z.array(ShownApproval),
  dataUse: dataUseInfo.schema.nullable(),
  /** The signed statement of a clinical order. */
  attestation: ShownAttestation.nullable(),
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

/**
 * The result of confirming the specimens of an anticipated order, in cents, shown before the confirmation.
 */
export const ShownRegistration = z.object({
  projectedCount: z.number(),
  registeredCount: z.number(),
  totalBefore: z.number(),
  /** Sent back as `seenTotal` with the confirmation. */
  total: z.number(),
  /** Whether the sponsor of a campaign pays. */
  sponsored: z.boolean(),
  /** The approvals that the order needs before it goes to the lab. */
  approvals: z.array(ApprovalKind),
  /** The problems to fix first. */
  problems: z.array(z.object({ field: z.string(), message: z.string() })),
});
export type ShownRegistration = z.infer<typeof ShownRegistration>;
