import { type ReactNode, useState } from 'react';
import { MESSAGES } from '#db/errors/messages.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { TextArea } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';

type Decision = 'APPROVED' | 'REJECTED';

interface DecisionDialogProps {
  open: boolean;
  title: string;
  /** The subject of the decision. */
  children: ReactNode;
  /** True when the user proposed it or already agreed, so that somebody else has to approve it. */
  own: boolean;
  busy: boolean;
  onDecide(decision: Decision, reason: string | null): void;
  onClose(): void;
}

/** Approve or decline; nothing is preselected, and declining needs a reason. */
export function DecisionDialog({ open, title, children, own, busy, onDecide, onClose }: DecisionDialogProps) {
  const [decision, setDecision] = useState<Decision | ''>('');
  const [reason, setReason] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    setDecision('');
    setReason('');
    setIsSubmitted(false);
  }
  const isDecline = decision === 'REJECTED';
  const missing = isDecline && reason.trim() === '';
  const confirm = () => {
    setIsSubmitted(true);
    if (decision !== '' && !missing) onDecide(decision, reason.trim() || null);
  };
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button variant={isDecline ? 'danger' : 'primary'} busy={busy} onClick={confirm}>
            {decision === '' ? 'Decide' : isDecline ? 'Decline' : 'Approve'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {children}
        {own && (
          <Notice tone="warning" title="You have proposed or agreed to this. Somebody else approves it." />
        )}
        <Segmented<Decision>
          label="Decision"
          value={decision}
          onChange={setDecision}
          options={[
            { value: 'APPROVED', label: 'Approve', disabled: own },
            { value: 'REJECTED', label: 'Decline' },
          ]}
        />
        {isSubmitted && decision === '' && <Notice tone="danger" title="Choose what you decide." />}
        {decision !== '' && (
          <Field
            label="Reason"
            required={isDecline}
            error={isSubmitted && missing ? MESSAGES.reasonRequired : null}
          >
            {(control) => <TextArea {...control} value={reason} onChange={setReason} maxLength={500} />}
          </Field>
        )}
      </div>
    </Dialog>
  );
}
