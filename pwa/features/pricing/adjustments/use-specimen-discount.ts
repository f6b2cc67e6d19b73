import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import type { SpecimenDiscountForm } from '#db/billing/set-specimen-discount.ts';
import { callApi } from '#pwa/api/client.ts';
import { toast } from '#pwa/ui/toast.tsx';
import { ADJUSTMENTS_PATH, showsPriceOf } from './use-adjustments.ts';

/** Sets the discount per specimen of a draft; reloads whatever shows its price. */
export function useSpecimenDiscount(orderId: string) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (form: z.infer<typeof SpecimenDiscountForm>) =>
      callApi({
        path: `${ADJUSTMENTS_PATH}/specimen-discount`,
        method: 'POST',
        data: { orderId, ...form },
        answer: z.object({ message: z.string().nullish() }),
      }),
    onSuccess: ({ message }) => toast.success(message || 'The discount is saved'),
    onSettled: () => void queries.invalidateQueries({ predicate: showsPriceOf(orderId) }),
  });
}
