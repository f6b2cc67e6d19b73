import { CircleX } from 'lucide-react';
import { useState } from 'react';
import { MESSAGES } from '#db/errors/messages.ts';
import { mayCancelSpecimen } from '#db/ordering/cancel-specimens.ts';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { OperationDialog } from '#pwa/ui/operation-dialog.tsx';
import { errorText } from '../error-text.ts';
import type { Viewer } from '../viewer.ts';
import { useOrderOperation } from './use-order.ts';

interface CancelSpecimensProps {
  order: ShownOrder;
  viewer: Viewer;
  /** The selected rows of the list. */
  selected: ReadonlySet<string>;
  onDone(): void;
}

const specimens = (count: number): string => (count === 1 ? '1 specimen' : `${count} specimens`);

/** Cancels the selected specimens with a reason; shows how many of them cannot be canceled. */
export function CancelSpecimens({ order, viewer, selected, onDone }: CancelSpecimensProps) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const operation = useOrderOperation(order.id);
  const selectedSpecimens = order.specimens.filter(({ id }) => selected.has(id));
  const cancelable = selectedSpecimens.filter((row) => mayCancelSpecimen(viewer.role, order, row));
  const leave = () => {
    setOpen(false);
    setReason('');
    setIsSubmitted(false);
    operation.reset();
  };
  const confirm = () => {
    setIsSubmitted(true);
    if (reason.trim() === '') return;
    operation.mutate(
      {
        path: `/api/${viewer.family}/${order.id}/cancel-specimens`,
        method: 'POST',
        data: { specimenIds: cancelable.map(({ id }) => id), reason: reason.trim() },
        done: `${specimens(cancelable.length)} canceled`,
      },
      {
        onSuccess: () => {
          leave();
          onDone();
        },
      },
    );
  };
  const title = `Cancel ${specimens(cancelable.length)}`;
  if (selectedSpecimens.length === 0)
    return <p className="text-ink-soft text-sm">Tick specimens to cancel them.</p>;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        icon={CircleX}
        variant="danger"
        disabled={cancelable.length === 0}
        onClick={() => setOpen(true)}
      >
        {title}
      </Button>
      {selectedSpecimens.length > cancelable.length && (
        <p className="text-ink-soft text-sm">{`${selectedSpecimens.length - cancelable.length} of those ticked cannot be canceled.`}</p>
      )}
      <OperationDialog
        open={open}
        actionLabel={title}
        of={order.orderNumber}
        danger
        busy={operation.isPending}
        problem={operation.error ? errorText(operation.error) : null}
        onConfirm={confirm}
        onClose={leave}
      >
        <p>They are not worked on any further; what is charged is worked out anew. This cannot be undone.</p>
        <Field
          label="Reason"
          required
          error={isSubmitted && reason.trim() === '' ? MESSAGES.reasonRequired : null}
        >
          {(control) => <TextArea {...control} value={reason} onChange={setReason} maxLength={500} />}
        </Field>
      </OperationDialog>
    </div>
  );
}
