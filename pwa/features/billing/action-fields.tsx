import { PAYMENT_KIND } from '#db/billing/payment-kind.ts';
import { RECORDED_KINDS } from '#db/billing/record-payment.ts';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import type { ActionInput, ReadInput } from './action-input.ts';

interface ActionFieldsProps {
  inputKind: 'nothing' | 'reason' | 'payment' | 'refund';
  input: ActionInput;
  /** For a refund: true when a person pays it out and may record the number of the check. */
  byHand?: boolean;
  problems: ReadInput['problems'];
  onChange(input: ActionInput): void;
}

/** The fields of an action: a payment, a refund, a reason, or none. */
export function ActionFields({ inputKind, input, byHand = false, problems, onChange }: ActionFieldsProps) {
  if (inputKind === 'nothing') return null;
  const set = (name: keyof ActionInput) => (value: string) => onChange({ ...input, [name]: value });
  const isWriteOff = input.kind === 'WRITE_OFF';
  const payment = inputKind === 'payment';
  return (
    <>
      {payment && (
        <Field label="How it came" required error={problems.kind}>
          {(control) => (
            <Select<string>
              {...control}
              value={input.kind}
              onChange={set('kind')}
              options={RECORDED_KINDS.map((value) => ({ value, label: PAYMENT_KIND[value] }))}
            />
          )}
        </Field>
      )}
      {inputKind !== 'reason' && (
        <Field label="Amount" required error={problems.amount}>
          {(control) => (
            <NumberInput {...control} decimal unit="USD" value={input.amount} onChange={set('amount')} />
          )}
        </Field>
      )}
      {((payment && !isWriteOff) || (inputKind === 'refund' && byHand)) && (
        <Field label="Number of the check or transfer" required={payment} error={problems.reference}>
          {(control) => (
            <TextInput
              {...control}
              code
              maxLength={200}
              value={input.reference}
              onChange={set('reference')}
            />
          )}
        </Field>
      )}
      {payment && (
        <Field label={isWriteOff ? 'Day' : 'Received on'} required error={problems.receivedOn}>
          {(control) => (
            <TextInput {...control} type="date" value={input.receivedOn} onChange={set('receivedOn')} />
          )}
        </Field>
      )}
      {(!payment || isWriteOff) && (
        <Field label="Reason" required error={problems.reason}>
          {(control) => (
            <TextArea {...control} value={input.reason} onChange={set('reason')} maxLength={1000} />
          )}
        </Field>
      )}
    </>
  );
}
