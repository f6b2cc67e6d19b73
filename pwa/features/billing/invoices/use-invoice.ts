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
  countBillingInvoices,
  exportBillingInvoices,
  listBillingInvoices,
  readBillingCreditNotePdf,
  readBillingInvoice,
  readBillingInvoicePdf,
  readBillingReceiptPdf,
} from '#db/api/billing/billing-invoices.ts';
import {
  countInvoices,
  exportInvoices,
  exportStatement,
  listInvoices,
  readCreditNotePdf,
  readInvoice,
  readInvoicePdf,
  readInvoicesSummary,
  readReceiptPdf,
  readStatement,
  readStatementPdf,
} from '#db/api/billing/invoices.ts';
import { useSession } from '#pwa/replica/session/session.ts';

/** The portal in which invoices are shown: a customer's, or the lab's billing. */
export type Portal = 'invoices' | 'billing';

/** The routes and the calls of each portal. */
export const PORTALS = {
  invoices: {
    list: '/invoices',
    record: '/invoices/$id',
    label: 'Invoices',
    savedViews: 'invoices',
    calls: {
      list: listInvoices,
      counts: countInvoices,
      export: exportInvoices,
      summary: readInvoicesSummary,
      read: readInvoice,
      readPdf: readInvoicePdf,
      readCreditNotePdf,
      readReceiptPdf,
      readStatement,
      readStatementPdf,
      exportStatement,
    },
  },
  billing: {
    list: '/billing/invoices',
    record: '/billing/invoices/$id',
    label: 'Billing Invoices',
    savedViews: 'billing/invoices',
    calls: {
      list: listBillingInvoices,
      counts: countBillingInvoices,
      export: exportBillingInvoices,
      summary: readBillingSummary,
      read: readBillingInvoice,
      readPdf: readBillingInvoicePdf,
      readCreditNotePdf: readBillingCreditNotePdf,
      readReceiptPdf: readBillingReceiptPdf,
      readStatement: readBillingStatement,
      readStatementPdf: readBillingStatementPdf,
      exportStatement: exportBillingStatement,
    },
  },
} as const;

/** The families that show or count invoices, or the payment status of their orders. */
export const INVOICE_FAMILIES: readonly Family[] = ['invoices', 'billing', 'orders', 'lab/orders'];

/** The routes of the records to which the invoice pages lead. */
type RecordRoute =
  | '/invoices/$id'
  | '/billing/invoices/$id'
  | '/invoices/payment/$id'
  | '/payment/$id'
  | '/orders/$id'
  | '/lab/orders/$id';

/** The target of a link to a record. */
export interface RecordLink {
  to: RecordRoute;
  params: { id: string };
}

const fillRoute = (to: RecordRoute, id: string): string => to.replace('$id', id);

/** The user of the invoice pages, with their links and rights. */
export interface MoneyViewer {
  role: Role;
  /** True when the user sees several organizations. */
  staff: boolean;
  /** Link to an invoice, its payment or its order; null without access. */
  invoiceLink(portal: Portal, id: string): RecordLink | null;
  payLink(id: string): RecordLink | null;
  orderLink(id: string): RecordLink | null;
}

/** The current user; an anonymous one until the session is loaded. */
export function useMoneyViewer(): MoneyViewer {
  const session = useSession().session;
  const role: Role = session?.user.role ?? 'COMPANY_USER';
  const variant: SiteVariant = session?.siteVariant ?? 'lab-services';
  const mayOpen = (path: string): boolean =>
    sitePathOf(path)?.built === true && mayVisit(variant, role, path);
  const firstLink = (id: string, ...routes: RecordRoute[]): RecordLink | null => {
    const to = routes.find((route) => mayOpen(fillRoute(route, id)));
    return to ? { to, params: { id } } : null;
  };
  const staff = seesAllCompanies(role);
  const payLink = (id: string) => firstLink(id, '/invoices/payment/$id', '/payment/$id');
  return {
    role,
    staff,
    payLink,
    // Users with only the billing list read an invoice where it is paid.
    invoiceLink: (portal, id) => firstLink(id, PORTALS[portal].record) ?? payLink(id),
    orderLink: (id) => firstLink(id, staff ? '/lab/orders/$id' : '/orders/$id'),
  };
}
