import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import { callApi } from '#pwa/api/client.ts';
import type { Viewer } from '#pwa/features/ordering/viewer.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';

const LISTS = ['/api/orders', '/api/lab/orders'];
const keyOf = (id: string) => ['order', id];

/** One order from the server. */
export const useOrder = (family: Viewer['family'], id: string) =>
  useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => callApi({ path: `/api/${family}/${id}`, answer: ShownOrder, signal }),
    networkMode: 'always',
  });

/** Invalidate every query that lists or counts orders. */
export function useInvalidateOrders(): () => void {
  const queries = useQueryClient();
  return () =>
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => LISTS.some((path) => String(queryKey[0]).startsWith(path)),
    });
}

/** The request of an action on an order. */
export interface OrderOperationRequest {
  path: string;
  method: 'POST' | 'PATCH' | 'DELETE';
  data: unknown;
  /** Message on success. */
  done: string;
  /** True when no order remains to return. */
  removesOrder?: boolean | undefined;
}

/** Executes an action on an order; every action returns the updated order. */
export function useOrderOperation(id: string) {
  const queries = useQueryClient();
  const invalidateLists = useInvalidateOrders();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({
      path,
      method,
      data,
      removesOrder,
    }: OrderOperationRequest): Promise<ShownOrder | undefined> =>
      callApi({ path, method, data, answer: removesOrder ? z.undefined() : ShownOrder }),
    onSuccess: (order, { done }) => {
      if (order) queries.setQueryData(keyOf(id), order);
      invalidateLists();
      toast.success(done);
    },
    // The label offer depends on the order's state.
    onSettled: () => void queries.invalidateQueries({ queryKey: ['shipping', id] }),
    // Somebody else may have acted first: the page then shows the current order.
    onError: () => void queries.invalidateQueries({ queryKey: keyOf(id) }),
  });
}
