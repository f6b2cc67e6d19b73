import { useMutation } from '@tanstack/react-query';
import type { ShownInvoice } from '#db/billing/invoices/shown-invoice.ts';
import { useInvalidation } from '#pwa/api/use-call.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { INVOICE_FAMILIES } from './use-invoice.ts';

/** Executes an action on an invoice; every action returns the updated invoice. */
export function useInvoiceAction(done: string) {
  const invalidate = useInvalidation();
  return useMutation({
    mutationFn: (send: () => Promise<ShownInvoice>) => send(),
    onSuccess: async () => {
      await invalidate(INVOICE_FAMILIES);
      toast.success(done);
    },
    // Somebody else may have acted first, so the data are reloaded.
    onError: () => void invalidate(INVOICE_FAMILIES),
  });
}
