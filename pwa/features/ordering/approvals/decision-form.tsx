import { useState } from 'react';
import { MESSAGES } from '#db/errors/messages.ts';
import type { ApprovalStatus } from '#db/ordering/approvals/order-approval.ts';
import { Field } from '#pwa/ui/form/field.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { TextArea } from '#pwa/ui/form/text-input.tsx';
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
    explanation: 'The order goes on to the lab once nothing else waits for an approval.',
    done: 'Approved',
  },
  RETURNED: {
    label: 'Return',
    explanation:
      'The order becomes a draft again. Its people read the reason, correct it and submit it again.',
    done: 'Returned',
  },
  DECLINED: {
    label: 'Decline',
    explanation: 'The order and all its specimens are canceled. This cannot be undone.',
    done: 'Declined',
    danger: true,
  },
};

/** A decision in progress about an approval: nothing is preselected, and some choices need a reason. */
export function useDecision() {
  const [decision, setDecision] = useState<Decision | ''>('');
  const [reason, setReason] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const needsReason = decision === 'RETURNED' || decision === 'DECLINED';
  const reasonMissing = needsReason && reason.trim() === '';
  return {
    decision,
    reason,
    needsReason,
    texts: decision === '' ? null : DECISION_TEXTS[decision],
    /** Missing entries; shown only after the first attempt to decide. */
    missing: { decision: isSubmitted && decision === '', reason: isSubmitted && reasonMissing },
    setDecision,
    setReason,
    /** Submit the decision when it is complete, else show what is missing. */
    send(then: (input: { decision: Decision; reason: string | null }) => void): void {
      setIsSubmitted(true);
      if (decision !== '' && !reasonMissing) then({ decision, reason: reason.trim() || null });
    },
    forget(): void {
      setDecision('');
      setReason('');
      setIsSubmitted(false);
    },
  };
}
type DecisionForm = ReturnType<typeof useDecision>;

/**
 * Choice of approve, return or decline with explanations, and the reason; nobody approves an order that they
 * entered.
 */
export function DecisionFields({ form, own }: { form: DecisionForm; own: boolean }) {
  const { texts, missing, needsReason } = form;
  return (
    <>
      {own && (
        <Notice tone="warning" title="You entered this order. Somebody else has to approve it.">
          You can return or decline it.
        </Notice>
      )}
      <Segmented<Decision>
        label="Decision"
        value={form.decision}
        onChange={form.setDecision}
        options={AVAILABLE_DECISIONS.map((value) => ({
          value,
          label: DECISION_TEXTS[value].label,
          disabled: own && value === 'APPROVED',
        }))}
      />
      {missing.decision && <Notice tone="danger" title="Choose what you decide." />}
      {texts && <p>{texts.explanation}</p>}
      {texts && (
        <Field label="Reason" required={needsReason} error={missing.reason ? MESSAGES.reasonRequired : null}>
          {(control) => (
            <TextArea {...control} value={form.reason} onChange={form.setReason} maxLength={500} />
          )}
        </Field>
      )}
    </>
  );
}
