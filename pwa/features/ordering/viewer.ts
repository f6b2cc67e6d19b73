import { may } from '#db/access/grants.ts';
import type { SiteVariant } from '#db/access/menus.ts';
import { mayVisit } from '#db/access/paths.ts';
import type { Role } from '#db/access/roles.ts';
import { seesAllCompanies } from '#db/access/scope.ts';
import { sitePathOf } from '#db/access/site-paths.ts';
import { useSession } from '#pwa/replica/session.ts';

/** Who looks at orders, as their pages ask. */
export interface Viewer {
  role: Role;
  userId: string;
  /** Customers read softer words and see their own companies only. */
  customer: boolean;
  /** Where the server answers this person about orders. */
  family: 'orders' | 'lab/orders';
  /** Where the list of orders is for this person. */
  base: '/orders' | '/lab/orders';
  /** Leads to the wizard; null where this person does not order. */
  newOrder: string | null;
  /** Leads to a draft in the wizard; null as above. */
  draftPath(orderId: string): string | null;
  /** Leads to the page of a specimen, of an invoice; null where this person has none. */
  specimenPath(id: string): string | null;
  invoicePath(id: string): string | null;
  /** A list of the site, with its filter; null where this person has none. */
  listPath(path: string): string | null;
  /** The list of organizations, or of locations; null where this person has none. */
  companiesPath: string | null;
  /** Leads to where an invoice is paid by card. */
  payPath(id: string): string | null;
}

const opens = (variant: SiteVariant, role: Role, path: string): boolean =>
  sitePathOf(path)?.built === true && mayVisit(variant, role, path);

/** The person at this page; nobody in particular until the session is read. */
export function useViewer(): Viewer {
  const session = useSession().session;
  const role: Role = session?.user.role ?? 'COMPANY_USER';
  const variant = session?.siteVariant ?? 'lab-services';
  const customer = !seesAllCompanies(role);
  const orders = (customer && may(role, 'create-order:create')) || may(role, 'lab/orders:create');
  const leads = (path: string) => (orders && opens(variant, role, path) ? path : null);
  return {
    role,
    userId: session?.user.id ?? '',
    customer,
    family: customer ? 'orders' : 'lab/orders',
    base: mayVisit(variant, role, '/lab/orders') && !customer ? '/lab/orders' : '/orders',
    newOrder: leads('/order/create'),
    draftPath: (orderId) => leads(`/order/${orderId}`),
    specimenPath: (id) => {
      const path = customer ? `/specimens/${id}` : `/lab/specimens/${id}`;
      return opens(variant, role, path) ? path : null;
    },
    invoicePath: (id) => {
      const path = customer ? `/invoices/${id}` : `/billing/invoices/${id}`;
      return opens(variant, role, path) ? path : null;
    },
    listPath: (path) => (opens(variant, role, path.split('?')[0] ?? path) ? path : null),
    companiesPath: ['/organizations', '/locations'].find((path) => opens(variant, role, path)) ?? null,
    payPath: (id) =>
      [`/invoices/payment/${id}`, `/payment/${id}`].find((path) => opens(variant, role, path)) ?? null,
  };
}
