import { z } from 'zod';
import { ListedApproval } from '#db/ordering/approvals/listed-approval.ts';
import { CompanyStatus } from '#db/organizations/company.ts';
import { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import { ListedOrder } from './listed-order.ts';
import { OrderStatus } from './order-status.ts';
import { OrderClassification } from './order-terms.ts';

/** The numbers of orders submitted and completed in a week, named by its Monday. */
export const OrdersOfWeek = z.object({ week: z.string(), submitted: z.int(), completed: z.int() });
export type OrdersOfWeek = z.infer<typeof OrdersOfWeek>;

/** The number of weeks on a dashboard, including the present one. */
export const WEEKS_SHOWN = 12;

/** An order with specimens that wait for its customer. */
export const WaitingOrder = z.object({
  id: z.string(),
  orderNumber: z.string(),
  serviceName: z.string(),
  specimens: z.int(),
  /** Since when they wait. */
  since: z.string().nullable(),
});
export type WaitingOrder = z.infer<typeof WaitingOrder>;

/** A running order with the day on which its results are due. */
export const OrderProgress = z.object({
  id: z.string(),
  orderNumber: z.string(),
  serviceName: z.string(),
  status: OrderStatus,
  orderClassification: OrderClassification,
  specimens: z.int(),
  /** Specimens with released results. */
  released: z.int(),
  /** Null before the lab has received its specimens. */
  dueAt: z.string().nullable(),
  /** The calendar days from receipt to results. */
  turnaroundDays: z.int(),
});
export type OrderProgress = z.infer<typeof OrderProgress>;

/** What waits for a customer, and the progress of their orders. */
export const CustomerWork = z.object({
  /** Specimens that need a decision. */
  decisions: z.array(WaitingOrder),
  /** Received specimens with missing information. */
  information: z.array(WaitingOrder),
  /** Orders with specimens to send, for which there is neither a carrier nor a label. */
  toSend: z.array(WaitingOrder),
  /** Orders with released results that nobody has downloaded yet. */
  results: z.array(WaitingOrder),
  /** Orders in progress, the one that is due first in front. */
  progress: z.object({ total: z.int(), rows: z.array(OrderProgress) }),
});
export type CustomerWork = z.infer<typeof CustomerWork>;

/** The dashboard data of customers and of the offices. */
export const OrdersSummary = z.object({
  /** The number of orders of each status, without zeros. */
  orders: z.array(z.object({ status: OrderStatus, count: z.number() })),
  /** Specimens of orders that are neither drafts nor ended long ago; only for customers. */
  specimens: z.array(z.object({ status: SpecimenStatus, count: z.number() })),
  drafts: z.object({ total: z.number(), rows: z.array(ListedOrder) }),
  /** The approvals that the reader may decide now. */
  approvals: z.object({ total: z.number(), rows: z.array(ListedApproval) }),
  /** Null for staff. */
  customer: CustomerWork.nullable(),
  /** Orders that were agreed before their specimens were known; only for customers, who register them. */
  toName: z.array(ListedOrder),
  recent: z.array(ListedOrder),
  weeks: z.array(OrdersOfWeek),
});
export type OrdersSummary = z.infer<typeof OrdersSummary>;

const PortalCompany = z.object({
  id: z.string(),
  name: z.string(),
  status: CompanyStatus,
  /** Orders that are neither drafts nor ended. */
  openOrders: z.int(),
});

/** `GET /api/lab/orders/desk`: the work that waits for sales. */
export const SalesPortal = z.object({
  /** Organizations whose sales representative the reader is, the busiest first. */
  companies: z.object({ total: z.int(), onHold: z.int(), rows: z.array(PortalCompany) }),
  /** Drafts of the reader and of their organizations, the one that waits longest first. */
  drafts: z.object({ total: z.int(), rows: z.array(ListedOrder) }),
  /** Undecided discounts and fees. */
  proposals: z.int(),
  /** The approvals that the reader may decide now. */
  approvals: z.object({ total: z.int(), rows: z.array(ListedApproval) }),
  weeks: z.array(OrdersOfWeek),
});
export type SalesPortal = z.infer<typeof SalesPortal>;
