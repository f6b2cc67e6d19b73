import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { ShipmentDirection } from '#db/ordering/shipment-direction.ts';
import { ShownRates, ShownShipping } from '#db/ordering/shown-shipping.ts';
import { callApi } from '#pwa/api/client.ts';
import { toast } from '#pwa/ui/toast.tsx';

const keyOf = (orderId: string) => ['shipping', orderId];

/** What an error says to people. */
export const errorText = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;

/** What carriers told of the packages of an order, and what this person may do about them. */
export const useShipping = (orderId: string) =>
  useQuery({
    queryKey: keyOf(orderId),
    queryFn: ({ signal }) =>
      callApi({ path: `/api/shipping/orders/${orderId}`, answer: ShownShipping, signal }),
    networkMode: 'always',
  });

/** What the carriers ask for taking a package; asked anew each time, prices change. */
export const useRates = (orderId: string, direction: ShipmentDirection, enabled: boolean, basis = '') =>
  useQuery({
    // What the price depends on: with other packages or another address it is asked anew.
    queryKey: ['shipping-rates', orderId, direction, basis],
    queryFn: ({ signal }) =>
      callApi({
        path: `/api/shipping/orders/${orderId}/rates`,
        query: { direction },
        answer: ShownRates,
        signal,
      }),
    enabled,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
  });

interface SentShipping {
  path: string;
  data: unknown;
  /** Said when it is done. */
  done: string;
}

/** Does something with a package; the page of the order then shows it as it is. */
export function useShippingOperation(orderId: string) {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ path, data }: SentShipping) =>
      callApi({ path, method: 'POST', data, answer: ShownShipping }),
    onSuccess: (shippingView, { done }) => {
      queries.setQueryData(keyOf(orderId), shippingView);
      toast.success(done);
    },
    // Somebody else may have been faster: the page then shows how it is now.
    onError: () => void queries.invalidateQueries({ queryKey: keyOf(orderId) }),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['order', orderId] }),
  });
}
