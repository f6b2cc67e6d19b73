import { z } from 'zod';
import { CompanyStatus } from '#db/organizations/company-status.ts';
import { ListedApproval } from './listed-approval.ts';
import { ListedOrder } from './listed-order.ts';
import { OrdersOfWeek } from './orders-by-week.ts';

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
