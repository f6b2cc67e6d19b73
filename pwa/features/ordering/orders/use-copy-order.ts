import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { ORDER_CALLS } from '#pwa/features/ordering/order-calls.ts';
import type { Viewer } from '#pwa/features/ordering/viewer.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';

/** Copies orders to new drafts. */
interface OrderCopying {
  busy: boolean;
  start(orderId: string): void;
}

/** Copies an order to a new draft and opens it; a refusal is shown as a message. */
export function useCopyOrder(family: Viewer['family'], onDraft: (orderId: string) => void): OrderCopying {
  const { isPending, mutate } = useCallMutation(ORDER_CALLS[family].copyOrder, {
    onSuccess: ({ order }) => {
      toast.success('Copied to a new draft');
      onDraft(order.id);
    },
  });
  const start = (id: string) =>
    mutate({ params: { id }, body: {} }, { onError: (error) => toast.error(errorText(error)) });
  return { busy: isPending, start };
}
