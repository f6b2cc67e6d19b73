import { may } from '#db/access/grants.ts';
import { mayVisit } from '#db/access/paths.ts';
import { type Role, seesAllCompanies } from '#db/access/roles.ts';
import type { SiteVariant } from '#db/access/session.ts';
import { sitePathOf } from '#db/access/site-paths.ts';
import { useSession } from '#pwa/replica/session/session.ts';

/** The user of the order pages, with their paths and rights. */
export interface Viewer {
  role: Role;
  userId: string;
  /** True for customers: softer wording, and only their own organizations. */
  customer: boolean;
  /** API path prefix for this user's orders. */
  family: 'orders' | 'lab/orders';
  /** Path of the list of orders. */
  base: '/orders' | '/lab/orders';
  /** Path of the wizard; null for users who do not order. */
  newOrder: string | null;
  /** Path of a draft in the wizard; null as above. */
  draftPath(orderId: string): string | null;
  /** Path of a specimen's or invoice's page; null without access. */
  specimenPath(id: string): string | null;
  invoicePath(id: string): string | null;
  /** Path of a list of this site with its filter; null without access. */
  listPath(path: string): string | null;
  /** Path of the list of organizations or locations; null without access. */
  companiesPath: string | null;
  /** Path where an invoice is paid by card. */
  payPath(id: string): string | null;
}

const opens = (variant: SiteVariant, role: Role, path: string): boolean =>
  sitePathOf(path)?.built === true && mayVisit(variant, role, path);

/** The current user; an anonymous one until the session is loaded. */
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
