import { useState } from 'react';
import { DECISION_TEXTS, type Decision } from './decision-texts.ts';

/** What somebody is about to decide about an approval: nothing is chosen beforehand, and some choices need a reason. */
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
    /** What was asked for and is not there; only once it was tried to decide. */
    missing: { decision: isSubmitted && decision === '', reason: isSubmitted && reasonMissing },
    setDecision,
    setReason,
    /** Hands the decision on when it is whole, else shows what it lacks. */
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
