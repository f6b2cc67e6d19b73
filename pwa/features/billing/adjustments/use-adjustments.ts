import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { priceAdjustment } from '#db/billing/adjustments/price-adjustment.ts';
import type { AdjustmentForm } from '#db/billing/prices/price-form.ts';
import { AdjustmentPage } from '#db/billing/prices/shown-prices.ts';
import { callApi } from '#pwa/api/client.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';

export const ADJUSTMENTS_PATH = '/api/lab/price-adjustments';

/** Every adjustment of one order with its author and decision. */
export const useOrderAdjustments = (orderId: string) =>
  useQuery({
    queryKey: [ADJUSTMENTS_PATH, orderId],
    queryFn: ({ signal }) =>
      callApi({
        path: ADJUSTMENTS_PATH,
        query: { orderId, sort: 'order:asc', limit: 200 },
        answer: AdjustmentPage,
        signal,
      }),
    networkMode: 'always',
  });

/** The request about an adjustment. */
type AdjustmentRequest =
  | { action: 'propose'; orderId: string; adjustment: AdjustmentForm }
  | {
      action: 'decide';
      orderId: string;
      id: string;
      decision: 'APPROVED' | 'REJECTED';
      reason: string | null;
    }
  | { action: 'withdraw'; orderId: string; id: string };

const Answer = z.object({ row: priceAdjustment.schema, message: z.string().nullish() });

function callOf(request: AdjustmentRequest) {
  switch (request.action) {
    case 'propose': {
      const { orderId, adjustment } = request;
      return { path: ADJUSTMENTS_PATH, method: 'POST' as const, data: { orderId, adjustment } };
    }
    case 'decide': {
      const { id, decision, reason } = request;
      return { path: `${ADJUSTMENTS_PATH}/${id}`, method: 'PATCH' as const, data: { decision, reason } };
    }
    case 'withdraw':
      return { path: `${ADJUSTMENTS_PATH}/${request.id}/withdraw`, method: 'POST' as const, data: {} };
  }
}

const SUCCESS_MESSAGES: Record<AdjustmentRequest['action'], string> = {
  propose: 'Adjustment added',
  decide: 'Adjustment decided',
  withdraw: 'Adjustment withdrawn',
};

/** Invalidate every query that shows the price of an order. */
export const showsPriceOf =
  (orderId: string) =>
  ({ queryKey: [first, second] }: { queryKey: readonly unknown[] }): boolean =>
    first === ADJUSTMENTS_PATH ||
    String(first).startsWith('/api/lab/orders') ||
    (first === 'order' && second === orderId);

/** Proposes, decides or withdraws an adjustment; reloads whatever shows the price of its order. */
export function useAdjustmentOperation() {
  const queries = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (request: AdjustmentRequest) => callApi({ ...callOf(request), answer: Answer }),
    onSuccess: ({ message }, { action }) => toast.success(message || SUCCESS_MESSAGES[action]),
    // Somebody else may have acted first: the page then shows the current state.
    onSettled: (_answer, _error, { orderId }) =>
      void queries.invalidateQueries({ predicate: showsPriceOf(orderId) }),
  });
}

interface FormOperation<T> {
  mutate(values: T, then: { onSuccess(): void }): void;
}

/** Submits the parsed values of a dialog; shows problems at their fields from the first attempt on. */
export function useValidatedSubmit<T>(
  read: z.ZodSafeParseResult<T>,
  operation: FormOperation<T>,
  onDone: () => void,
) {
  const [tried, setTried] = useState(false);
  return {
    problem: (field: string): string | null =>
      (tried && read.error?.issues.find(({ path }) => path[0] === field)?.message) || null,
    confirm: (): void => {
      setTried(true);
      if (read.success) operation.mutate(read.data, { onSuccess: onDone });
    },
  };
}
