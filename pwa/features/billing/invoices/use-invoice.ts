import type { Family } from '#db/access/families.ts';
import { mayVisit } from '#db/access/paths.ts';
import { type Role, seesAllCompanies } from '#db/access/roles.ts';
import type { SiteVariant } from '#db/access/session.ts';
import { sitePathOf } from '#db/access/site-paths.ts';
import {
  exportBillingStatement,
  readBillingStatement,
  readBillingStatementPdf,
  readBillingSummary,
} from '#db/api/billing/billing.ts';
import {
  exportBillingInvoices,
  listBillingInvoices,
  readBillingInvoice,
  readBillingInvoicePdf,
} from '#db/api/billing/billing-invoices.ts';
import {
  exportInvoices,
  exportStatement,
  listInvoices,
  readInvoice,
  readInvoicePdf,
  readInvoicesSummary,
  readStatement,
  readStatementPdf,
} from '#db/api/billing/invoices.ts';
import { useSession } from '#pwa/replica/session/session.ts';

/** The portal in which invoices are shown: a customer's, or the lab's billing. */
export type Portal = 'invoices' | 'billing';

/** The list path and the calls of each portal. */
export const PORTALS = {
  invoices: {
    list: '/invoices',
    label: 'Invoices',
    calls: {
      list: listInvoices,
      export: exportInvoices,
      summary: readInvoicesSummary,
      read: readInvoice,
      readPdf: readInvoicePdf,
      readStatement,
      readStatementPdf,
      exportStatement,
    },
  },
  billing: {
    list: '/billing/invoices',
    label: 'Billing Invoices',
    calls: {
      list: listBillingInvoices,
      export: exportBillingInvoices,
      summary: readBillingSummary,
      read: readBillingInvoice,
      readPdf: readBillingInvoicePdf,
      readStatement: readBillingStatement,
      readStatementPdf: readBillingStatementPdf,
      exportStatement: exportBillingStatement,
    },
  },
} as const;

/** The families that show or count invoices, or the payment status of their orders. */
export const INVOICE_FAMILIES: readonly Family[] = ['invoices', 'billing', 'orders', 'lab/orders'];

/** The user of the invoice pages, with their paths and rights. */
export interface MoneyViewer {
  role: Role;
  /** True when the user sees several organizations. */
  staff: boolean;
  /** Path of an invoice, its payment or its order; null without access. */
  invoicePath(portal: Portal, id: string): string | null;
  payPath(id: string): string | null;
  orderPath(id: string): string | null;
}

/** The current user; an anonymous one until the session is loaded. */
export function useMoneyViewer(): MoneyViewer {
  const session = useSession().session;
  const role: Role = session?.user.role ?? 'COMPANY_USER';
  const variant: SiteVariant = session?.siteVariant ?? 'lab-services';
  const first = (...paths: string[]): string | null =>
    paths.find((path) => sitePathOf(path)?.built === true && mayVisit(variant, role, path)) ?? null;
  const staff = seesAllCompanies(role);
  const payPath = (id: string) => first(`/invoices/payment/${id}`, `/payment/${id}`);
  return {
    role,
    staff,
    payPath,
    // Users with only the billing list read an invoice where it is paid.
    invoicePath: (portal, id) => first(`${PORTALS[portal].list}/${id}`) ?? payPath(id),
    orderPath: (id) => (staff ? first(`/lab/orders/${id}`) : first(`/orders/${id}`)),
  };
}
