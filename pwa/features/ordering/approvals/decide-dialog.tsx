import { useState } from 'react';
import { APPROVAL_KIND } from '#db/ordering/approvals/order-approval.ts';
import { call } from '#pwa/api/call.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { ORDER_CALLS, useOrderOperation } from '#pwa/features/ordering/order-calls.ts';
import type { Viewer } from '#pwa/features/ordering/viewer.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { DECISION_TEXTS, DecisionFields, useDecision } from './decision-form.tsx';
import { type Proposed, proposalText } from './proposal.ts';

/** An approval that the user is about to decide. */
export interface Decidable extends Proposed {
  id: string;
  orderId: string;
  orderNumber: string;
  /** True when the user entered the order. */
  ownOrder: boolean;
}

interface DecideDialogProps {
  approval: Decidable | null;
  family: Viewer['family'];
  onClose(): void;
}

/** Approves, returns or declines with the proposal in view; nothing is preselected. */
export function DecideDialog({ approval, family, onClose }: DecideDialogProps) {
  const form = useDecision();
  const [last, setLast] = useState(approval);
  if (approval && approval !== last) setLast(approval);
  const decide = useOrderOperation();
  const leave = () => {
    form.forget();
    decide.reset();
    onClose();
  };
  const confirm = () => {
    if (last)
      form.send((body) => {
        const send = () => call(ORDER_CALLS[family].decide, { params: { id: last.id }, body });
        decide.mutate({ send, done: DECISION_TEXTS[body.decision].done }, { onSuccess: leave });
      });
  };
  const { texts } = form;
  return (
    <Dialog
      open={approval !== null}
      title={last ? `${APPROVAL_KIND[last.kind].label}: ${last.orderNumber}` : 'Approval'}
      onClose={leave}
      actions={
        <>
          <Button onClick={leave}>Back</Button>
          <Button variant={texts?.danger ? 'danger' : 'primary'} busy={decide.isPending} onClick={confirm}>
            {texts?.label ?? 'Decide'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {decide.error && <Notice tone="danger" title={errorText(decide.error)} />}
        {last && <p className="font-medium">{proposalText(last)}</p>}
        <DecisionFields form={form} own={last?.ownOrder === true} />
      </div>
    </Dialog>
  );
}
