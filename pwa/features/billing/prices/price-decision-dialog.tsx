import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { PriceDecision } from '#db/billing/adjustments/adjustment-form.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { DecisionChoice, fieldOf, optionalReason } from '#pwa/ui/form/schema-field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';

const DecisionForm = z
  .object({ decision: PriceDecision.shape.decision, reason: optionalReason() })
  .superRefine(({ decision, reason }, context) => {
    if (decision === 'REJECTED' && reason === null)
      context.addIssue({ code: 'custom', path: ['reason'], message: MESSAGES.reasonRequired });
  });
const DecisionField = fieldOf<typeof DecisionForm>();

type Decision = z.input<typeof DecisionForm>['decision'];
/** The input of a form in which nothing was chosen yet. */
type Draft = { decision: Decision | '' };

const decisionLabel = ({ decision }: Draft): string =>
  decision === '' ? 'Decide' : decision === 'REJECTED' ? 'Decline' : 'Approve';

interface DecisionDialogProps {
  open: boolean;
  title: string;
  /** The subject of the decision. */
  children: ReactNode;
  /** True when the user proposed it or already agreed, so that somebody else has to approve it. */
  own: boolean;
  /** Sends the decision; the dialog shows what it throws and keeps the input. */
  onDecide(decision: Decision, reason: string | null): Promise<unknown>;
  onClose(): void;
}

function DecisionFields({ own }: { own: boolean }) {
  const decision = useWatch<Draft, 'decision'>({ name: 'decision' });
  return (
    <>
      {own && (
        <Notice tone="warning" title="You have proposed or agreed to this. Somebody else approves it." />
      )}
      <DecisionChoice<Decision>
        name="decision"
        options={[
          { value: 'APPROVED', label: 'Approve', disabled: own },
          { value: 'REJECTED', label: 'Decline' },
        ]}
      />
      {decision !== '' && <DecisionField name="reason" required={decision === 'REJECTED'} />}
    </>
  );
}

/** Approve or decline; nothing is preselected, and declining needs a reason. */
export function DecisionDialog({ open, title, children, own, onDecide, onClose }: DecisionDialogProps) {
  return (
    <FormDialog
      open={open}
      title={title}
      submitLabel={decisionLabel}
      danger={({ decision }) => decision === 'REJECTED'}
      schema={DecisionForm}
      onSubmit={({ decision, reason }) => onDecide(decision, reason)}
      onClose={onClose}
    >
      {children}
      <DecisionFields own={own} />
    </FormDialog>
  );
}
