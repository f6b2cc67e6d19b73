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

/** `GET /api/lab/orders/desk`: what waits for sales. */
export const SalesPortal = z.object({
  /** Those whose sales representative the reader is, the busiest first. */
  companies: z.object({ total: z.int(), onHold: z.int(), rows: z.array(PortalCompany) }),
  /** Drafts of the reader and of their organizations, the one that waits longest first. */
  drafts: z.object({ total: z.int(), rows: z.array(ListedOrder) }),
  /** Discounts and fees that nobody has decided. */
  proposals: z.int(),
  /** What the reader may decide now. */
  approvals: z.object({ total: z.int(), rows: z.array(ListedApproval) }),
  weeks: z.array(OrdersOfWeek),
});
export type SalesPortal = z.infer<typeof SalesPortal>;
