import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { APPROVAL_KIND } from '#db/ordering/approvals/order-approval.ts';
import { callApi } from '#pwa/api/client.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useInvalidateOrders } from '#pwa/features/ordering/orders/use-order.ts';
import type { Viewer } from '#pwa/features/ordering/viewer.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { DECISION_TEXTS, type Decision, DecisionFields, useDecision } from './decision-form.tsx';
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

function useDecide(family: Viewer['family']) {
  const queries = useQueryClient();
  const invalidate = useInvalidateOrders();
  return useMutation({
    networkMode: 'always',
    mutationFn: ({
      id,
      ...data
    }: {
      id: string;
      orderId: string;
      decision: Decision;
      reason: string | null;
    }) =>
      callApi({
        path: `/api/${family}/approvals/${id}`,
        method: 'POST',
        data: { decision: data.decision, reason: data.reason },
        answer: z.undefined(),
      }),
    onSuccess: (_answer, { decision }) => toast.success(DECISION_TEXTS[decision].done),
    // Also after a failure: somebody else may have decided, so lists and page reload the order.
    onSettled: (_answer, _error, { orderId }) => {
      invalidate();
      void queries.invalidateQueries({ queryKey: ['order', orderId] });
    },
  });
}

/** Approves, returns or declines with the proposal in view; nothing is preselected. */
export function DecideDialog({ approval, family, onClose }: DecideDialogProps) {
  const form = useDecision();
  const [last, setLast] = useState(approval);
  if (approval && approval !== last) setLast(approval);
  const decide = useDecide(family);
  const leave = () => {
    form.forget();
    decide.reset();
    onClose();
  };
  const confirm = () => {
    if (last)
      form.send((input) =>
        decide.mutate({ id: last.id, orderId: last.orderId, ...input }, { onSuccess: leave }),
      );
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
