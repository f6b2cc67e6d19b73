import { may } from '#db/access/grants.ts';
import { mayVisit } from '#db/access/paths.ts';
import { type Role, seesAllCompanies } from '#db/access/roles.ts';
import type { SiteVariant } from '#db/access/session.ts';
import { sitePathOf } from '#db/access/site-paths.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { type AppLink, addressOf } from '#pwa/ui/app-link.ts';

/** The user of the order pages, with their links and rights. */
export interface Viewer {
  role: Role;
  userId: string;
  /** True for customers: softer wording, and only their own organizations. */
  customer: boolean;
  /** API path prefix for this user's orders. */
  family: 'orders' | 'lab/orders';
  /** Path of the list of orders. */
  base: '/orders' | '/lab/orders';
  /** True for users who order in the wizard. */
  hasWizard: boolean;
  /** Link to a draft in the wizard; null for users who do not order. */
  draftLink(orderId: string, step?: 'specimens'): AppLink | null;
  /** Link to a specimen's or invoice's page; null without access. */
  specimenLink(id: string): AppLink | null;
  invoiceLink(id: string): AppLink | null;
  /** The given link to a list of this site; null without access. */
  listLink(link: AppLink): AppLink | null;
  /** Address of the list of organizations or locations; null without access. */
  companies: '/organizations' | '/locations' | null;
  /** Link to the page where an invoice is paid by card. */
  payLink(id: string): AppLink | null;
}

/** Return the link if the user may open its page. */
function visitable(variant: SiteVariant, role: Role, link: AppLink): AppLink | null {
  const [path = ''] = addressOf(link).split('?');
  return sitePathOf(path)?.built === true && mayVisit(variant, role, path) ? link : null;
}

/** The current user; an anonymous one until the session is loaded. */
export function useViewer(): Viewer {
  const session = useSession().session;
  const role: Role = session?.user.role ?? 'COMPANY_USER';
  const variant = session?.siteVariant ?? 'lab-services';
  const customer = !seesAllCompanies(role);
  const orders = (customer && may(role, 'create-order:create')) || may(role, 'lab/orders:create');
  const open = (link: AppLink) => visitable(variant, role, link);
  const wizard = (link: AppLink) => (orders ? open(link) : null);
  return {
    role,
    userId: session?.user.id ?? '',
    customer,
    family: customer ? 'orders' : 'lab/orders',
    base: mayVisit(variant, role, '/lab/orders') && !customer ? '/lab/orders' : '/orders',
    hasWizard: wizard({ to: '/order/create' }) !== null,
    draftLink: (id, step) => wizard({ to: '/order/$id', params: { id }, search: step ? { step } : {} }),
    specimenLink: (id) => open({ to: customer ? '/specimens/$id' : '/lab/specimens/$id', params: { id } }),
    invoiceLink: (id) => open({ to: customer ? '/invoices/$id' : '/billing/invoices/$id', params: { id } }),
    listLink: open,
    companies: (['/organizations', '/locations'] as const).find((to) => open({ to })) ?? null,
    payLink: (id) =>
      open({ to: '/invoices/payment/$id', params: { id } }) ?? open({ to: '/payment/$id', params: { id } }),
  };
}
