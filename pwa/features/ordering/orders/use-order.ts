import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { ShownOrder } from '#db/ordering/shown-order.ts';
import { callApi } from '#pwa/api/client.ts';
import { toast } from '#pwa/ui/toast.tsx';
import type { Viewer } from '../viewer.ts';

const LISTS = ['/api/orders', '/api/lab/orders'];
const keyOf = (id: string) => ['order', id];

/** One order as the server has it. */
export const useOrder = (family: Viewer['family'], id: string) =>
  useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => callApi({ path: `/api/${family}/${id}`, answer: ShownOrder, signal }),
    networkMode: 'always',
  });

/** Whatever lists or counts orders is asked again. */
export function useInvalidateOrders(): () => void {
  const queries = useQueryClient();
  return () =>
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => LISTS.some((path) => String(queryKey[0]).startsWith(path)),
    });
}

/** What is sent to do something with an order. */
export interface OrderOperationRequest {
  path: string;
  method: 'POST' | 'PATCH' | 'DELETE';
  data: unknown;
  /** Said when it is done. */
  done: string;
  /** There is no order to answer afterwards. */
  removesOrder?: boolean | undefined;
}

/** Does something with an order; every act answers the order as it is then. */
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
    // Whether labels are sold for it hangs on how it stands.
    onSettled: () => void queries.invalidateQueries({ queryKey: ['shipping', id] }),
    // Somebody else may have been faster: the page then shows how the order is now.
    onError: () => void queries.invalidateQueries({ queryKey: keyOf(id) }),
  });
}
