import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { MESSAGES } from '#db/errors/messages.ts';
import { type ApprovalStatus, DecisionForm } from '#db/ordering/approvals/order-approval.ts';
import { CustomerReasonFields } from '#pwa/ui/form/customer-reason.tsx';
import { DecisionChoice, optionalReason } from '#pwa/ui/form/schema-field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';

const AVAILABLE_DECISIONS = ['APPROVED', 'RETURNED', 'DECLINED'] as const satisfies ApprovalStatus[];
export type Decision = (typeof AVAILABLE_DECISIONS)[number];

/** Label and explanation of each decision. */
export const DECISION_TEXTS: Record<
  Decision,
  { label: string; explanation: string; done: string; danger?: boolean }
> = {
  APPROVED: {
    label: 'Approve',
    explanation: 'The order goes to the lab after all approvals.',
    done: 'Approved',
  },
  RETURNED: {
    label: 'Return',
    explanation: 'The order becomes a draft again. The customer receives the reason and can correct it.',
    done: 'Returned',
  },
  DECLINED: {
    label: 'Decline',
    explanation: 'The order and all its specimens are canceled. This cannot be undone.',
    done: 'Declined',
    danger: true,
  },
};

/** The form of a decision: nothing is preselected, and some choices need a reason. */
export const DecisionDraft = z
  .object({
    decision: DecisionForm.shape.decision,
    reason: optionalReason(),
    internalReason: optionalReason(),
  })
  .superRefine(({ decision, reason }, context) => {
    if (decision !== 'APPROVED' && reason === null)
      context.addIssue({ code: 'custom', path: ['reason'], message: MESSAGES.reasonRequired });
  });

/** The input of a form in which nothing was chosen yet. */
export type DecisionInput = { decision: Decision | '' };

/** Return the label of the button that decides. */
export const decisionLabel = ({ decision }: DecisionInput): string =>
  decision === '' ? 'Decide' : DECISION_TEXTS[decision].label;

/** Check whether a decision cannot be undone. */
export const isDangerous = ({ decision }: DecisionInput): boolean =>
  decision !== '' && DECISION_TEXTS[decision].danger === true;

/**
 * Choice of approve, return or decline with explanations, and the reason; nobody approves an order that they
 * entered.
 */
export function DecisionFields({ own, customer }: { own: boolean; customer: boolean }) {
  const decision = useWatch<DecisionInput, 'decision'>({ name: 'decision' });
  return (
    <>
      {own && (
        <Notice tone="warning" title="You entered this order. Somebody else has to approve it.">
          You can return or decline it.
        </Notice>
      )}
      <DecisionChoice<Decision>
        name="decision"
        options={AVAILABLE_DECISIONS.map((value) => ({
          value,
          label: DECISION_TEXTS[value].label,
          disabled: own && value === 'APPROVED',
        }))}
      />
      {decision !== '' && (
        <>
          <p>{DECISION_TEXTS[decision].explanation}</p>
          <CustomerReasonFields customer={customer} required={decision !== 'APPROVED'} />
        </>
      )}
    </>
  );
}
