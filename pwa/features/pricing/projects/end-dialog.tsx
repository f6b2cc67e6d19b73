import { useState } from 'react';
import type { ShownProjectPrice } from '#db/billing/shown-prices.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { errorText } from '../use-prices.ts';
import { useProjectPriceOperations } from './use-project-prices.ts';

interface EndDialogProps {
  row: ShownProjectPrice;
  /** The action. */
  ending: 'Withdraw' | 'End today';
  open: boolean;
  onClose(): void;
}

/** Ends a project price with a reason; a refusal is shown and keeps the reason. */
export function EndDialog({ row, ending, open, onClose }: EndDialogProps) {
  const { end } = useProjectPriceOperations();
  const [reason, setReason] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const missing = reason.trim() === '';
  const close = () => {
    setReason('');
    setIsSubmitted(false);
    end.reset();
    onClose();
  };
  const confirm = () => {
    setIsSubmitted(true);
    if (!missing) end.mutate({ id: row.id, reason: reason.trim() }, { onSuccess: close });
  };
  return (
    <Dialog
      open={open}
      title={`${ending}: ${row.projectName}`}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Back</Button>
          <Button variant="danger" busy={end.isPending} onClick={confirm}>
            {ending}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {end.error && <Notice tone="danger" title={errorText(end.error)} />}
        <p>
          {ending === 'Withdraw'
            ? 'Nothing was sold at this price. It is taken away.'
            : 'Today is the last day of this price. What was ordered keeps it.'}
        </p>
        <Field label="Reason" required error={isSubmitted && missing ? MESSAGES.reasonRequired : null}>
          {(control) => <TextArea {...control} value={reason} onChange={setReason} maxLength={500} />}
        </Field>
      </div>
    </Dialog>
  );
}
