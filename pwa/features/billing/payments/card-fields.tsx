import { useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import type { Control } from '#pwa/ui/form/control.ts';
import { Form } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import {
  cardNumberProblem,
  codeProblem,
  expiryProblem,
  groupedCardNumber,
  groupedExpiry,
} from './card-number.ts';
import { PayButton } from './pay-button.tsx';

/** The test cards of the simulator with their outcomes. */
const TEST_CARDS: readonly { number: string; does: string }[] = [
  { number: '4242 4242 4242 4242', does: 'Pays' },
  { number: '4000 0025 0000 3155', does: 'The bank asks first (3-D Secure)' },
  { number: '4000 0000 0000 0077', does: 'Pays after ten seconds' },
  { number: '4000 0000 0000 0002', does: 'Declined' },
  { number: '4000 0000 0000 9995', does: 'Not enough money' },
  { number: '4000 0000 0000 0069', does: 'Expired' },
  { number: '4000 0000 0000 0259', does: 'Pays, then the owner disputes it' },
];

/** Explains that no money moves here, and fills the form with a test card. */
function TestCards() {
  const { setValue } = useFormContext();
  const fill = (number: string): void => {
    const entries = { cardNumber: number, expiry: '12 / 34', code: '123' };
    for (const [name, value] of Object.entries(entries))
      setValue(name, value, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <details className="rounded-md border border-line bg-sunken px-3">
      <summary className="min-h-control cursor-pointer content-center font-medium">
        Test payments: no money moves. Choose a test card
      </summary>
      <ul className="pb-2">
        {TEST_CARDS.map(({ number, does }) => (
          <li key={number}>
            <button
              type="button"
              onClick={() => fill(number)}
              className="flex min-h-control w-full flex-wrap items-center gap-x-3 rounded-sm px-1 text-left hover:bg-hover"
            >
              <span className="code">{number}</span>
              <span className="text-ink-soft text-sm">{does}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

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
  const id = useId();
  return (
    <Form
      id={id}
      schema={Card}
      checksTyping
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
      <PayButton amount={amount} form={id} onCancel={onCancel} />
    </Form>
  );
}
