import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ShownInvoice } from '#db/billing/shown-invoice.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { callApi } from '#pwa/api/client.ts';
import { toast } from '#pwa/ui/toast.tsx';
import { PORTALS, type Portal } from './money-viewer.ts';

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
