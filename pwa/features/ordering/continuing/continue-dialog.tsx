import { useState } from 'react';
import type { Continuation } from '#db/ordering/continuation.ts';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { errorText } from '../error-text.ts';
import type { Viewer } from '../viewer.ts';
import { CONTINUATION_WORDS } from './continuation-words.ts';
import { SpecimenChoice } from './specimen-choice.tsx';
import { useContinue, useSourceChoices } from './use-continue.ts';

interface ContinueDialogProps {
  order: Pick<ShownOrder, 'id' | 'orderNumber'>;
  viewer: Pick<Viewer, 'family' | 'customer'>;
  /** Null is closed. */
  continuation: Continuation | null;
  onClose(): void;
  /** The draft has begun. */
  onBegun(orderId: string): void;
}

/** Asks with which specimens of an order another one goes on, and begins that one. */
export function ContinueDialog({ order, viewer, continuation, onClose, onBegun }: ContinueDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState(false);
  // The last question stays drawn while the window closes.
  const [last, setLast] = useState<Continuation>('SUPPLEMENTAL');
  if (continuation !== null && continuation !== last) setLast(continuation);
  const choices = useSourceChoices(viewer.family, order.id, continuation);
  const begin = useContinue(viewer.family, order.id);
  const { act, explains } = CONTINUATION_WORDS[last];
  const leave = () => {
    setChosen(new Set());
    setAsked(false);
    begin.reset();
    onClose();
  };
  const confirm = () => {
    setAsked(true);
    if (chosen.size === 0) return;
    begin.mutate(
      { continuation: last, specimenIds: [...chosen] },
      {
        onSuccess: ({ order: draft }) => {
          leave();
          onBegun(draft.id);
        },
        // What can be chosen may have changed meanwhile.
        onError: () => void choices.refetch(),
      },
    );
  };
  const refused = begin.error ?? choices.error;
  const nothing = chosen.size === 0 && choices.data?.specimens.every(({ problem }) => problem !== null);
  return (
    <Dialog
      open={continuation !== null}
      title={`${act}: ${order.orderNumber}`}
      onClose={leave}
      actions={
        <>
          <Button onClick={leave}>{nothing ? 'Close' : 'Back'}</Button>
          {!nothing && (
            <Button variant="primary" busy={begin.isPending} disabled={!choices.data} onClick={confirm}>
              {act}
            </Button>
          )}
        </>
      }
    >
      <div className="flex min-w-0 flex-col gap-4">
        {refused && (
          <Notice
            tone="danger"
            title={errorText(refused)}
            action={choices.error && <Button onClick={() => void choices.refetch()}>Try again</Button>}
          />
        )}
        {asked && chosen.size === 0 && <Notice tone="danger" title="Choose at least one specimen." />}
        <p>{explains}</p>
        {choices.data ? (
          <SpecimenChoice
            specimens={choices.data.specimens}
            chosen={chosen}
            customer={viewer.customer}
            onChoose={setChosen}
          />
        ) : (
          !choices.error && <Skeleton lines={5} label="Specimens" />
        )}
      </div>
    </Dialog>
  );
}
