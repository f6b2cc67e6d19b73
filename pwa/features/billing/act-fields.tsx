import { PAYMENT_KIND } from '#db/billing/payment-kind.ts';
import { RECORDED_KINDS } from '#db/billing/record-payment.ts';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import type { ActInput, ReadInput } from './act-input.ts';

interface ActFieldsProps {
  asks: 'nothing' | 'reason' | 'payment' | 'refund';
  input: ActInput;
  /** Of a refund: it is given by a person, who may write down the number of the check. */
  byHand?: boolean;
  problems: ReadInput['problems'];
  onChange(input: ActInput): void;
}

/** The fields of an act: a payment, a refund, a reason, or none. */
export function ActFields({ asks, input, byHand = false, problems, onChange }: ActFieldsProps) {
  if (asks === 'nothing') return null;
  const set = (name: keyof ActInput) => (value: string) => onChange({ ...input, [name]: value });
  const given = input.kind === 'WRITE_OFF';
  const payment = asks === 'payment';
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
      {asks !== 'reason' && (
        <Field label="Amount" required error={problems.amount}>
          {(control) => (
            <NumberInput {...control} decimal unit="USD" value={input.amount} onChange={set('amount')} />
          )}
        </Field>
      )}
      {((payment && !given) || (asks === 'refund' && byHand)) && (
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
        <Field label={given ? 'Day' : 'Received on'} required error={problems.receivedOn}>
          {(control) => (
            <TextInput {...control} type="date" value={input.receivedOn} onChange={set('receivedOn')} />
          )}
        </Field>
      )}
      {(!payment || given) && (
        <Field label="Reason" required error={problems.reason}>
          {(control) => (
            <TextArea {...control} value={input.reason} onChange={set('reason')} maxLength={1000} />
          )}
        </Field>
      )}
    </>
  );
}
