import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { SalesPriceForm } from '#db/billing/set-sales-price.ts';
import { callApi } from '#pwa/api/client.ts';
import { toast } from '#pwa/ui/toast.tsx';
import { ADJUSTMENTS_PATH, showsPriceOf } from './use-adjustments.ts';

/** Changes the price of specimens of an order; reloads whatever shows it. */
export function useSalesPrice(orderId: string) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (form: z.infer<typeof SalesPriceForm>) =>
      callApi({
        path: `${ADJUSTMENTS_PATH}/sales-price`,
        method: 'POST',
        data: { orderId, ...form },
        answer: z.unknown(),
      }),
    onSuccess: () => toast.success('The price is changed'),
    onSettled: () => void queries.invalidateQueries({ predicate: showsPriceOf(orderId) }),
  });
}
