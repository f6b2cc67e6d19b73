import { MESSAGES } from '#db/errors/messages.ts';
import { Field } from '#pwa/ui/form/field.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { AVAILABLE_DECISIONS, DECISION_TEXTS, type Decision } from './decision-texts.ts';
import type { DecisionForm } from './use-decision.ts';

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
