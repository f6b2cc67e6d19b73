import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { mayVisit } from '#db/access/paths.ts';
import { type Role, seesAllCompanies } from '#db/access/roles.ts';
import type { SiteVariant } from '#db/access/session.ts';
import { sitePathOf } from '#db/access/site-paths.ts';
import { ShownInvoice } from '#db/billing/invoices/shown-invoice.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { callApi } from '#pwa/api/client.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';

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

/** Format an error for users. */
export const errorText = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;

const keyOf = (portal: Portal, id: string) => ['invoice', portal, id];

/** One invoice from the server. */
export const useInvoice = (portal: Portal, id: string) =>
  useQuery({
    queryKey: keyOf(portal, id),
    queryFn: ({ signal }) => callApi({ path: `${PORTALS[portal].api}/${id}`, answer: ShownInvoice, signal }),
    networkMode: 'always',
    staleTime: 0,
  });

const ABOUT_MONEY = ['/api/invoices', '/api/billing', '/api/orders', '/api/lab/orders', 'order', 'invoice'];

/** Invalidate every query that shows or counts invoices or related records. */
export function useInvalidateInvoices(): () => void {
  const queries = useQueryClient();
  return () =>
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => ABOUT_MONEY.some((path) => String(queryKey[0]).startsWith(path)),
    });
}

/** The request of an action on an invoice. */
export interface InvoiceOperationRequest {
  path: string;
  method?: 'POST' | 'PATCH';
  data: unknown;
  /** Message on success. */
  done: string;
}

/** Executes an action on invoices; every action returns the updated invoice. */
export function useInvoiceOperation() {
  const queries = useQueryClient();
  const invalidate = useInvalidateInvoices();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ path, method = 'POST', data }: InvoiceOperationRequest): Promise<ShownInvoice> =>
      callApi({ path, method, data, answer: ShownInvoice }),
    onSuccess: (invoiceView, { done }) => {
      queries.setQueryData(keyOf('billing', invoiceView.invoice.id), invoiceView);
      invalidate();
      toast.success(done);
    },
    // Somebody else may have acted first, so the data are reloaded.
    onError: invalidate,
  });
}
