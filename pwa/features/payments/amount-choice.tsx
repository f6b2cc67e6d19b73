import { formatMoney } from '#pwa/format/money.ts';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';

/** The whole balance, or a typed amount. */
export interface SelectedAmount {
  isFull: boolean;
  amount: string;
}

/** Get the amount to pay in cents; null when the typed one is invalid. */
export function selectedCents({ isFull, amount }: SelectedAmount, balance: number): number | null {
  if (isFull) return balance;
  const [, dollars = '', rest = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(amount.trim()) ?? [];
  return dollars === '' ? null : Number(dollars) * 100 + Number(rest.padEnd(2, '0'));
}

interface AmountChoiceProps {
  /** In cents. */
  balance: number;
  selected: SelectedAmount;
  problem: string | null;
  onChange(selected: SelectedAmount): void;
}

/** Selects how much of an invoice is paid now. */
export function AmountChoice({ balance, selected, problem, onChange }: AmountChoiceProps) {
  return (
    <>
      <Segmented
        label="How much"
        options={[
          { value: 'whole', label: `All: ${formatMoney(balance)}` },
          { value: 'part', label: 'A part' },
        ]}
        value={selected.isFull ? 'whole' : 'part'}
        onChange={(value) => onChange({ ...selected, isFull: value === 'whole' })}
      />
      {!selected.isFull && (
        <Field label="Amount" required error={selected.amount === '' ? null : problem}>
          {(control) => (
            <NumberInput
              {...control}
              decimal
              unit="USD"
              value={selected.amount}
              onChange={(amount) => onChange({ ...selected, amount })}
            />
          )}
        </Field>
      )}
    </>
  );
}
