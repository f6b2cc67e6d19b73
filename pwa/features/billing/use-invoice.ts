import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ShownInvoice } from '#db/billing/shown-invoice.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { callApi } from '#pwa/api/client.ts';
import { toast } from '#pwa/ui/toast.tsx';
import { DESK, type Desk } from './money-viewer.ts';

/** What an error says to people. */
export const errorText = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;

const keyOf = (desk: Desk, id: string) => ['invoice', desk, id];

/** One invoice as the server has it. */
export const useInvoice = (desk: Desk, id: string) =>
  useQuery({
    queryKey: keyOf(desk, id),
    queryFn: ({ signal }) => callApi({ path: `${DESK[desk].api}/${id}`, answer: ShownInvoice, signal }),
    networkMode: 'always',
    staleTime: 0,
  });

const ABOUT_MONEY = ['/api/invoices', '/api/billing', '/api/orders', '/api/lab/orders', 'order', 'invoice'];

/** Whatever shows invoices, counts them or stands beside one is asked again. */
export function useMoneyChanged(): () => void {
  const queries = useQueryClient();
  return () =>
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => ABOUT_MONEY.some((path) => String(queryKey[0]).startsWith(path)),
    });
}

/** What is sent to do something with an invoice. */
export interface SentAct {
  path: string;
  method?: 'POST' | 'PATCH';
  data: unknown;
  /** Said when it is done. */
  done: string;
}

/** Does something with invoices; every act answers the invoice as it is then. */
export function useInvoiceAct() {
  const queries = useQueryClient();
  const changed = useMoneyChanged();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ path, method = 'POST', data }: SentAct): Promise<ShownInvoice> =>
      callApi({ path, method, data, answer: ShownInvoice }),
    onSuccess: (shown, { done }) => {
      queries.setQueryData(keyOf('billing', shown.invoice.id), shown);
      changed();
      toast.success(done);
    },
    // Somebody else may have been faster: what is shown is then read again.
    onError: changed,
  });
}
