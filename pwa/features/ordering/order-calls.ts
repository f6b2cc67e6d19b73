import { useMutation } from '@tanstack/react-query';
import type { Family } from '#db/access/families.ts';
import * as approvals from '#db/api/ordering/approvals.ts';
import * as labOrders from '#db/api/ordering/lab-orders.ts';
import * as continuations from '#db/api/ordering/order-continuation.ts';
import * as orderFiles from '#db/api/ordering/order-files.ts';
import * as orders from '#db/api/ordering/orders.ts';
import { useInvalidation } from '#pwa/api/use-call.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';

/** The calls of orders: those of customers, and the same of staff for all organizations. */
export const ORDER_CALLS = {
  orders: {
    list: orders.listOrders,
    counts: orders.countOrders,
    file: orders.exportOrders,
    choices: orders.readOrderChoices,
    one: orders.readOrder,
    registration: orders.readRegistration,
    confirmRegistration: orders.confirmRegistration,
    markShipped: orders.markOrderShipped,
    cancel: orders.cancelOrder,
    cancelSpecimens: orders.cancelSpecimens,
    sourceSpecimens: continuations.readSourceSpecimens,
    continueOrder: continuations.continueOrder,
    packingSlip: orderFiles.readPackingSlipPdf,
    copyOrder: continuations.copyOrder,
    approvals: approvals.listApprovals,
    decide: approvals.decideApproval,
  },
  'lab/orders': {
    list: labOrders.listLabOrders,
    counts: labOrders.countLabOrders,
    file: labOrders.exportLabOrders,
    choices: labOrders.readLabOrderChoices,
    one: labOrders.readLabOrder,
    registration: labOrders.readLabRegistration,
    confirmRegistration: labOrders.confirmLabRegistration,
    markShipped: labOrders.markLabOrderShipped,
    cancel: labOrders.cancelLabOrder,
    cancelSpecimens: labOrders.cancelLabSpecimens,
    sourceSpecimens: continuations.readLabSourceSpecimens,
    continueOrder: continuations.continueLabOrder,
    packingSlip: orderFiles.readLabPackingSlipPdf,
    copyOrder: continuations.copyLabOrder,
    approvals: approvals.listLabApprovals,
    decide: approvals.decideLabApproval,
  },
} as const;

/** What shows an order: its page, the lists, the dashboards, and its shipments. */
const ORDER_FAMILIES: readonly Family[] = ['orders', 'lab/orders', 'shipping'];

/** An action on an order or its shipments. */
interface OrderOperation {
  send(): Promise<unknown>;
  /** Message on success. */
  done: string;
}

/**
 * Executes an action on an order or its shipments, and reads again what shows the order; also after a
 * refusal, because somebody else may have acted first.
 */
export function useOrderOperation() {
  const invalidate = useInvalidation();
  return useMutation({
    mutationFn: ({ send }: OrderOperation) => send(),
    onSuccess: async (_answer, { done }) => {
      await invalidate(ORDER_FAMILIES);
      toast.success(done);
    },
    onError: () => void invalidate(ORDER_FAMILIES),
  });
}
