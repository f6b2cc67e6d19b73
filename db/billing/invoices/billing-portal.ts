import { z } from 'zod';
import { ListedApproval } from '#db/ordering/approvals/listed-approval.ts';
import { InvoicingRequest } from '#db/organizations/invoicing.ts';
import { DueRefund, ListedInvoice } from './listed-invoice.ts';

/** `GET /api/billing/desk`: the work that waits for billing; amounts in cents. */
export const BillingPortal = z.object({
  toIssue: z.object({ count: z.int(), amount: z.number(), rows: z.array(ListedInvoice) }),
  overdue: z.object({ count: z.int(), amount: z.number(), rows: z.array(ListedInvoice) }),
  refunds: z.object({ count: z.int(), amount: z.number(), rows: z.array(DueRefund) }),
  /** Organizations that asked to pay by invoice. */
  invoicing: z.object({ total: z.int(), rows: z.array(InvoicingRequest) }),
  /** The approvals that the reader may decide now, purchase orders first. */
  approvals: z.object({ total: z.int(), rows: z.array(ListedApproval) }),
  /** Received money by lab day, today last, net of refunds. */
  payments: z.array(z.object({ day: z.string(), amount: z.number() })),
});
export type BillingPortal = z.infer<typeof BillingPortal>;
