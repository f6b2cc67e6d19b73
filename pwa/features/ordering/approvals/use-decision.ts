import { useState } from 'react';
import { DECISION_TEXTS, type Decision } from './decision-texts.ts';

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
export type DecisionForm = ReturnType<typeof useDecision>;
