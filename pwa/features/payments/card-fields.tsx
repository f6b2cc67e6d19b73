import { z } from 'zod';
import { formatMoney } from '#pwa/format/money.ts';
import { Button } from '#pwa/ui/button.tsx';
import type { Control } from '#pwa/ui/form/control.ts';
import { Form } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { SubmitButton } from '#pwa/ui/form/submit-button.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import {
  cardNumberProblem,
  codeProblem,
  expiryProblem,
  groupedCardNumber,
  groupedExpiry,
} from './card-number.ts';
import { TestCards } from './test-card-list.tsx';

const checked = (problemOf: (text: string) => string | null) =>
  z.string().superRefine((text, context) => {
    const message = problemOf(text);
    if (message) context.addIssue({ code: 'custom', message });
  });

const Card = z.object({
  cardNumber: checked(cardNumberProblem),
  expiry: checked((text) => expiryProblem(text, new Date())),
  code: checked(codeProblem),
});

/** Format appended or pasted text; edits in the middle are not reformatted until the field is left. */
function Grouped({
  control,
  group,
  ...inputProps
}: {
  control: Control<string>;
  group(text: string): string;
  autoComplete: string;
  placeholder: string;
}) {
  const { value, onChange, onBlur } = control;
  return (
    <TextInput
      {...control}
      {...inputProps}
      inputMode="numeric"
      onChange={(text) => onChange(text.startsWith(value) || value === '' ? group(text) : text)}
      onBlur={() => {
        onChange(group(value));
        onBlur?.();
      }}
    />
  );
}

interface CardFieldsProps {
  /** In cents. */
  amount: number;
  onPay(cardNumber: string): Promise<void>;
  onCancel(): void;
}

/** The simulator's card form. Its input is sent and never stored. */
export function CardFields({ amount, onPay, onCancel }: CardFieldsProps) {
  return (
    <Form
      schema={Card}
      defaults={{ cardNumber: '', expiry: '', code: '' }}
      onSubmit={({ cardNumber }) => onPay(cardNumber)}
    >
      <TestCards />
      <FormField name="cardNumber" label="Card number" required empty="">
        {(control: Control<string>) => (
          <Grouped
            control={control}
            group={groupedCardNumber}
            autoComplete="cc-number"
            placeholder="1234 1234 1234 1234"
          />
        )}
      </FormField>
      <div className="grid grid-cols-2 gap-4">
        <FormField name="expiry" label="Expiration date" required empty="">
          {(control: Control<string>) => (
            <Grouped control={control} group={groupedExpiry} autoComplete="cc-exp" placeholder="MM / YY" />
          )}
        </FormField>
        <FormField name="code" label="Security code" required empty="">
          {(control: Control<string>) => (
            <TextInput
              {...control}
              inputMode="numeric"
              autoComplete="cc-csc"
              maxLength={4}
              placeholder="CVC"
            />
          )}
        </FormField>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Not now</Button>
        <SubmitButton>{`Pay ${formatMoney(amount)}`}</SubmitButton>
      </div>
    </Form>
  );
}
