import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { ShipmentDirection } from '#db/ordering/shipments/shipment-status.ts';
import { ShownRates, ShownShipping } from '#db/ordering/shipments/shown-shipping.ts';
import { callApi } from '#pwa/api/client.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';

const keyOf = (orderId: string) => ['shipping', orderId];

/** Format an error for users. */
export const errorText = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;

/** Carrier events of an order's shipments, and the actions of this user. */
export const useShipping = (orderId: string) =>
  useQuery({
    queryKey: keyOf(orderId),
    queryFn: ({ signal }) =>
      callApi({ path: `/api/shipping/orders/${orderId}`, answer: ShownShipping, signal }),
    networkMode: 'always',
  });

/** Carrier rates for a shipment; queried each time, because prices change. */
export const useRates = (orderId: string, direction: ShipmentDirection, enabled: boolean, basis = '') =>
  useQuery({
    // The rate depends on packages and address, so both are part of the query key.
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
  /** Message on success. */
  done: string;
}

/** Executes an action on a shipment; the page of the order then shows the update. */
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
    // Somebody else may have acted first: the page then shows the current state.
    onError: () => void queries.invalidateQueries({ queryKey: keyOf(orderId) }),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['order', orderId] }),
  });
}
