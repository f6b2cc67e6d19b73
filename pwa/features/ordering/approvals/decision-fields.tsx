import { MESSAGES } from '#db/errors/messages.ts';
import { Field } from '#pwa/ui/form/field.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { DECISION_WORDS, DECISIONS_OFFERED, type Decision } from './decision-words.ts';
import type { DecisionNow } from './use-decision.ts';

/** Approve, return or decline, what each means, and the reason; nobody approves an order that they entered. */
export function DecisionFields({ now, own }: { now: DecisionNow; own: boolean }) {
  const { words, missing, needsReason } = now;
  return (
    <>
      {own && (
        <Notice tone="warning" title="You entered this order. Somebody else has to approve it.">
          You can return or decline it.
        </Notice>
      )}
      <Segmented<Decision>
        label="Decision"
        value={now.decision}
        onChange={now.setDecision}
        options={DECISIONS_OFFERED.map((value) => ({
          value,
          label: DECISION_WORDS[value].label,
          disabled: own && value === 'APPROVED',
        }))}
      />
      {missing.decision && <Notice tone="danger" title="Choose what you decide." />}
      {words && <p>{words.explains}</p>}
      {words && (
        <Field label="Reason" required={needsReason} error={missing.reason ? MESSAGES.reasonRequired : null}>
          {(control) => <TextArea {...control} value={now.reason} onChange={now.setReason} maxLength={500} />}
        </Field>
      )}
    </>
  );
}
