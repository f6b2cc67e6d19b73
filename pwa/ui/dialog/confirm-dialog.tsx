import { type ReactNode, useState } from 'react';
import { MESSAGES } from '#db/errors/messages.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextArea } from '#pwa/ui/form/text-input.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** The effect of the action. */
  children?: ReactNode;
  /** The name of the action: "Dispose 3 samples", never "OK". */
  confirmLabel: string;
  /** The label of the cancel button, where "Cancel" could be read as the action itself. */
  backLabel?: string;
  danger?: boolean;
  /** Requires a reason. */
  reasonRequired?: boolean;
  busy?: boolean;
  onConfirm(reason: string): void;
  onClose(): void;
}

/**
 * A confirmation before an action that is hard to undo. Only its own button and the command code OK confirm; no other
 * scan does.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirmLabel, backLabel = 'Cancel' } = props;
  const { danger = false, reasonRequired = false, busy = false } = props;
  const [reason, setReason] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const missing = reasonRequired && reason.trim() === '';
  const leave = (then: () => void): void => {
    then();
    setReason('');
    setIsSubmitted(false);
  };
  const confirm = (): void => {
    setIsSubmitted(true);
    if (!missing) leave(() => props.onConfirm(reason.trim()));
  };
  return (
    <Dialog
      open={open}
      title={title}
      onClose={() => leave(props.onClose)}
      actions={
        <>
          <Button onClick={() => leave(props.onClose)}>{backLabel}</Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={confirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        {reasonRequired && (
          <Field label="Reason" required error={isSubmitted && missing ? MESSAGES.reasonRequired : null}>
            {(control) => <TextArea {...control} value={reason} onChange={setReason} maxLength={500} />}
          </Field>
        )}
      </div>
    </Dialog>
  );
}
