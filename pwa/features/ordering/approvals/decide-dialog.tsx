import type { z } from 'zod';
import { APPROVAL_KIND } from '#db/ordering/approvals/order-approval.ts';
import { call } from '#pwa/api/call.ts';
import { ORDER_CALLS, useOrderOperation } from '#pwa/features/ordering/order-calls.ts';
import type { Viewer } from '#pwa/features/ordering/viewer.ts';
import { withoutEmptyNote } from '#pwa/ui/form/customer-reason.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import {
  DECISION_TEXTS,
  type Decision,
  DecisionDraft,
  DecisionFields,
  decisionLabel,
  isDangerous,
} from './decision-form.tsx';
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
  /** The decision that the user pressed; nothing is preselected without one. */
  decision?: Decision | undefined;
  onClose(): void;
}

/** Approves, returns or declines with the proposal in view. */
export function DecideDialog({ approval, family, decision, onClose }: DecideDialogProps) {
  const { mutateAsync } = useOrderOperation();
  if (approval === null) return null;
  const decide = async (input: z.infer<typeof DecisionDraft>): Promise<void> => {
    const body = withoutEmptyNote(input);
    const send = () => call(ORDER_CALLS[family].decide, { params: { id: approval.id }, body });
    await mutateAsync({ send, done: DECISION_TEXTS[input.decision].done });
    onClose();
  };
  return (
    <FormDialog
      title={`${APPROVAL_KIND[approval.kind].label}: ${approval.orderNumber}`}
      submitLabel={decisionLabel}
      danger={isDangerous}
      schema={DecisionDraft}
      {...(decision ? { defaults: { decision } } : {})}
      onSubmit={decide}
      onClose={onClose}
    >
      <p className="font-medium">{proposalText(approval)}</p>
      <DecisionFields own={approval.ownOrder} customer={family === 'orders'} />
    </FormDialog>
  );
}
