import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { DecisionFields } from './decision-fields.tsx';
import type { Decision } from './decision-texts.ts';
import { useDecision } from './use-decision.ts';

interface LinkDecisionFormProps {
  /** True when the approver entered the order. */
  own: boolean;
  busy: boolean;
  problem: string | null;
  onDecide(input: { decision: Decision; reason: string | null }): void;
}

/** Approves, returns or declines with one thumb; nothing is preselected, and a single press never decides. */
export function LinkDecisionForm({ own, busy, problem, onDecide }: LinkDecisionFormProps) {
  const form = useDecision();
  return (
    <div className="mt-6 flex flex-col gap-4">
      {problem && <Notice tone="danger" title={problem} />}
      <DecisionFields form={form} own={own} />
      <Button
        variant={form.texts?.danger ? 'danger' : 'primary'}
        wide
        busy={busy}
        onClick={() => form.send(onDecide)}
      >
        {form.texts?.label ?? 'Decide'}
      </Button>
    </div>
  );
}
