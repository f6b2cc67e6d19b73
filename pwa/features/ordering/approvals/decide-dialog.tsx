import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { MESSAGES } from '#db/errors/messages.ts';
import { APPROVAL_KIND } from '#db/ordering/approval-kind.ts';
import { callApi } from '#pwa/api/client.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { toast } from '#pwa/ui/toast.tsx';
import { errorText } from '../error-text.ts';
import { useOrdersChanged } from '../orders/use-order.ts';
import type { Viewer } from '../viewer.ts';
import { DECISION_WORDS, DECISIONS_OFFERED, type Decision } from './decision-words.ts';
import { type Proposed, proposalText } from './proposal.ts';

/** An approval that somebody is about to decide. */
export interface Decidable extends Proposed {
  id: string;
  orderId: string;
  orderNumber: string;
  /** Did the reader enter the order? */
  ownOrder: boolean;
}

interface DecideDialogProps {
  approval: Decidable | null;
  family: Viewer['family'];
  onClose(): void;
}

function useDecide(family: Viewer['family']) {
  const queries = useQueryClient();
  const changed = useOrdersChanged();
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
    onSuccess: (_nothing, { decision }) => toast.success(DECISION_WORDS[decision].done),
    // Decided or not, somebody else may have done it: lists and page show how it is now.
    onSettled: (_nothing, _error, { orderId }) => {
      changed();
      void queries.invalidateQueries({ queryKey: ['order', orderId] });
    },
  });
}

/** Approve, return or decline, with what is proposed in sight; nothing is chosen beforehand. */
export function DecideDialog({ approval, family, onClose }: DecideDialogProps) {
  const [decision, setDecision] = useState<Decision | ''>('');
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const [last, setLast] = useState(approval);
  if (approval && approval !== last) setLast(approval);
  const decide = useDecide(family);
  const own = last?.ownOrder === true;
  const needsReason = decision === 'RETURNED' || decision === 'DECLINED';
  const reasonMissing = needsReason && reason.trim() === '';
  const leave = () => {
    setDecision('');
    setReason('');
    setAsked(false);
    decide.reset();
    onClose();
  };
  const confirm = () => {
    setAsked(true);
    if (decision === '' || reasonMissing || !last) return;
    const { id, orderId } = last;
    decide.mutate({ id, orderId, decision, reason: reason.trim() || null }, { onSuccess: leave });
  };
  const words = decision === '' ? null : DECISION_WORDS[decision];
  return (
    <Dialog
      open={approval !== null}
      title={last ? `${APPROVAL_KIND[last.kind].label}: ${last.orderNumber}` : 'Approval'}
      onClose={leave}
      actions={
        <>
          <Button onClick={leave}>Back</Button>
          <Button variant={words?.danger ? 'danger' : 'primary'} busy={decide.isPending} onClick={confirm}>
            {words?.label ?? 'Decide'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {decide.error && <Notice tone="danger" title={errorText(decide.error)} />}
        {last && <p className="font-medium">{proposalText(last)}</p>}
        {own && (
          <Notice tone="warning" title="You entered this order. Somebody else has to approve it.">
            You can return or decline it.
          </Notice>
        )}
        <Segmented<Decision>
          label="Decision"
          value={decision}
          onChange={setDecision}
          options={DECISIONS_OFFERED.map((value) => ({
            value,
            label: DECISION_WORDS[value].label,
            disabled: own && value === 'APPROVED',
          }))}
        />
        {asked && decision === '' && <Notice tone="danger" title="Choose what you decide." />}
        {words && <p>{words.explains}</p>}
        {words && (
          <Field
            label="Reason"
            required={needsReason}
            error={asked && reasonMissing ? MESSAGES.reasonRequired : null}
          >
            {(control) => <TextArea {...control} value={reason} onChange={setReason} maxLength={500} />}
          </Field>
        )}
      </div>
    </Dialog>
  );
}
