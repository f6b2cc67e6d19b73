import { mayVisit } from '#db/access/paths.ts';
import type { Role } from '#db/access/roles.ts';
import { seesAllCompanies } from '#db/access/scope.ts';
import type { SiteVariant } from '#db/access/session.ts';
import { sitePathOf } from '#db/access/site-paths.ts';
import { useSession } from '#pwa/replica/session.ts';

/** The portal in which invoices are shown: a customer's, or the lab's billing. */
export type Portal = 'invoices' | 'billing';
/** API prefix and list path of each portal. */
export const PORTALS: Record<Portal, { api: string; list: string; label: string }> = {
  invoices: { api: '/api/invoices', list: '/invoices', label: 'Invoices' },
  billing: { api: '/api/billing/invoice', list: '/billing/invoices', label: 'Billing Invoices' },
};

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
