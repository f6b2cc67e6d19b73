import type { SiteVariant } from '#db/access/menus.ts';
import { mayVisit } from '#db/access/paths.ts';
import type { Role } from '#db/access/roles.ts';
import { seesAllCompanies } from '#db/access/scope.ts';
import { sitePathOf } from '#db/access/site-paths.ts';
import { useSession } from '#pwa/replica/session.ts';

/** At which desk invoices are looked at: a customer's, or the lab's billing. */
export type Portal = 'invoices' | 'billing';
/** Where each desk is answered, and where its list is. */
export const PORTALS: Record<Portal, { api: string; list: string; label: string }> = {
  invoices: { api: '/api/invoices', list: '/invoices', label: 'Invoices' },
  billing: { api: '/api/billing/invoice', list: '/billing/invoices', label: 'Billing Invoices' },
};

/** Who looks at invoices, as their pages ask. */
export interface MoneyViewer {
  role: Role;
  /** Sees more than their own company. */
  staff: boolean;
  /** Leads to an invoice, to paying it, to its order; null where this person has no such page. */
  invoicePath(portal: Portal, id: string): string | null;
  payPath(id: string): string | null;
  orderPath(id: string): string | null;
}

/** The person at this page; nobody in particular until the session is read. */
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
    // Who has only the list of billing reads an invoice where it is paid.
    invoicePath: (portal, id) => first(`${PORTALS[portal].list}/${id}`) ?? payPath(id),
    orderPath: (id) => (staff ? first(`/lab/orders/${id}`) : first(`/orders/${id}`)),
  };
}
