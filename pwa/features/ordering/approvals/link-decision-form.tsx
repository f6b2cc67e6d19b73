import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { DecisionFields } from './decision-fields.tsx';
import type { Decision } from './decision-words.ts';
import { useDecision } from './use-decision.ts';

interface LinkDecisionFormProps {
  /** Did the one who decides enter the order? */
  own: boolean;
  busy: boolean;
  problem: string | null;
  onDecide(sent: { decision: Decision; reason: string | null }): void;
}

/** Approve, return or decline with one thumb; nothing is chosen beforehand, and one press never decides. */
export function LinkDecisionForm({ own, busy, problem, onDecide }: LinkDecisionFormProps) {
  const now = useDecision();
  return (
    <div className="mt-6 flex flex-col gap-4">
      {problem && <Notice tone="danger" title={problem} />}
      <DecisionFields now={now} own={own} />
      <Button
        variant={now.words?.danger ? 'danger' : 'primary'}
        wide
        busy={busy}
        onClick={() => now.send(onDecide)}
      >
        {now.words?.label ?? 'Decide'}
      </Button>
    </div>
  );
}
