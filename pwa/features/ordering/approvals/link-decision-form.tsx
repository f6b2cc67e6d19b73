import { useState } from 'react';
import { MESSAGES } from '#db/errors/messages.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { DECISION_WORDS, DECISIONS_OFFERED, type Decision } from './decision-words.ts';

interface LinkDecisionFormProps {
  /** Did the one who decides enter the order? */
  own: boolean;
  busy: boolean;
  problem: string | null;
  onDecide(sent: { decision: Decision; reason: string | null }): void;
}

/** Approve, return or decline with one thumb; nothing is chosen beforehand, and one press never decides. */
export function LinkDecisionForm({ own, busy, problem, onDecide }: LinkDecisionFormProps) {
  const [decision, setDecision] = useState<Decision | ''>('');
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
  const words = decision === '' ? null : DECISION_WORDS[decision];
  const needsReason = decision === 'RETURNED' || decision === 'DECLINED';
  const reasonMissing = needsReason && reason.trim() === '';
  const send = () => {
    setAsked(true);
    if (decision !== '' && !reasonMissing) onDecide({ decision, reason: reason.trim() || null });
  };
  return (
    <div className="mt-6 flex flex-col gap-4">
      {problem && <Notice tone="danger" title={problem} />}
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
      <Button variant={words?.danger ? 'danger' : 'primary'} wide busy={busy} onClick={send}>
        {words?.label ?? 'Decide'}
      </Button>
    </div>
  );
}
