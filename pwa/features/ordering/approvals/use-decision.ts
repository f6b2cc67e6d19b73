import { useState } from 'react';
import { DECISION_WORDS, type Decision } from './decision-words.ts';

/** What somebody is about to decide about an approval: nothing is chosen beforehand, and some choices need a reason. */
export function useDecision() {
  const [decision, setDecision] = useState<Decision | ''>('');
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const needsReason = decision === 'RETURNED' || decision === 'DECLINED';
  const reasonMissing = needsReason && reason.trim() === '';
  return {
    decision,
    reason,
    needsReason,
    words: decision === '' ? null : DECISION_WORDS[decision],
    /** What was asked for and is not there; only once it was tried to decide. */
    missing: { decision: asked && decision === '', reason: asked && reasonMissing },
    setDecision,
    setReason,
    /** Hands the decision on when it is whole, else shows what it lacks. */
    send(then: (sent: { decision: Decision; reason: string | null }) => void): void {
      setAsked(true);
      if (decision !== '' && !reasonMissing) then({ decision, reason: reason.trim() || null });
    },
    forget(): void {
      setDecision('');
      setReason('');
      setAsked(false);
    },
  };
}
export type DecisionNow = ReturnType<typeof useDecision>;
