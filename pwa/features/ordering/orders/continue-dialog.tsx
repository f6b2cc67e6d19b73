import { useState } from 'react';
import type { Continuation } from '#db/ordering/drafts/continuation.ts';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import type { NamedOrder } from '#db/values/order-name.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { ORDER_CALLS } from '#pwa/features/ordering/order-calls.ts';
import type { Viewer } from '#pwa/features/ordering/viewer.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { CONTINUATION_TEXTS } from './continuation-texts.ts';
import { SpecimenChoice } from './specimen-choice.tsx';

interface ContinueDialogProps {
  order: Pick<ShownOrder, 'id'> & NamedOrder;
  viewer: Pick<Viewer, 'family' | 'customer'>;
  /** Null closes the dialog. */
  continuation: Continuation | null;
  onClose(): void;
  /** Called once the draft exists. */
  onStarted(orderId: string): void;
}

/** Asks which specimens of an order a continuing order contains, and creates that order. */
export function ContinueDialog({ order, viewer, continuation, onClose, onStarted }: ContinueDialogProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isSubmitted, setIsSubmitted] = useState(false);
  // The last content stays rendered while the dialog closes.
  const [last, setLast] = useState<Continuation>('SUPPLEMENTAL');
  if (continuation !== null && continuation !== last) setLast(continuation);
  const { sourceSpecimens, continueOrder } = ORDER_CALLS[viewer.family];
  const params = { id: order.id };
  // Read again at each opening.
  const choices = useCall(
    sourceSpecimens,
    { params, query: { continuation: last } },
    { enabled: continuation !== null, staleTime: 0, gcTime: 0 },
  );
  const startContinuation = useCallMutation(continueOrder);
  const { action, explanation } = CONTINUATION_TEXTS[last];
  const leave = () => {
    setSelected(new Set());
    setIsSubmitted(false);
    startContinuation.reset();
    onClose();
  };
  const confirm = () => {
    setIsSubmitted(true);
    if (selected.size === 0) return;
    startContinuation.mutate(
      { params, body: { continuation: last, specimenIds: [...selected] } },
      {
        onSuccess: ({ order: draft }) => {
          leave();
          onStarted(draft.id);
        },
        // The available specimens may have changed meanwhile.
        onError: () => void choices.refetch(),
      },
    );
  };
  const error = startContinuation.error ?? choices.error;
  const hasNoEligible =
    selected.size === 0 && choices.data?.specimens.every(({ problem }) => problem !== null);
  return (
    <Dialog
      open={continuation !== null}
      title={`${action}: ${orderTitle(order)}`}
      onClose={leave}
      actions={
        <>
          <Button onClick={leave}>{hasNoEligible ? 'Close' : 'Cancel'}</Button>
          {!hasNoEligible && (
            <Button
              variant="primary"
              busy={startContinuation.isPending}
              disabled={!choices.data}
              onClick={confirm}
            >
              {action}
            </Button>
          )}
        </>
      }
    >
      <div className="flex min-w-0 flex-col gap-4">
        {error && (
          <Notice
            tone="danger"
            title={errorText(error)}
            action={choices.error && <Button onClick={() => void choices.refetch()}>Try again</Button>}
          />
        )}
        {isSubmitted && selected.size === 0 && <Notice tone="danger" title="Choose at least one specimen." />}
        <p>{explanation}</p>
        {choices.data ? (
          <SpecimenChoice
            specimens={choices.data.specimens}
            selected={selected}
            customer={viewer.customer}
            onChoose={setSelected}
          />
        ) : (
          !choices.error && <Skeleton lines={5} label="Specimens" />
        )}
      </div>
    </Dialog>
  );
}
