import { formatMoney } from '#pwa/format/money.ts';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';

/** The whole balance, or an amount as it is typed. */
export interface ChosenAmount {
  whole: boolean;
  amount: string;
}

/** What is to be paid in whole cents; null when what was typed is no amount. */
export function chosenCents({ whole, amount }: ChosenAmount, balance: number): number | null {
  if (whole) return balance;
  const [, dollars = '', rest = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(amount.trim()) ?? [];
  return dollars === '' ? null : Number(dollars) * 100 + Number(rest.padEnd(2, '0'));
}

interface AmountChoiceProps {
  /** In whole cents. */
  balance: number;
  chosen: ChosenAmount;
  problem: string | null;
  onChange(chosen: ChosenAmount): void;
}

/** Chooses how much of an invoice is paid now. */
export function AmountChoice({ balance, chosen, problem, onChange }: AmountChoiceProps) {
  return (
    <>
      <Segmented
        label="How much"
        options={[
          { value: 'whole', label: `All: ${formatMoney(balance)}` },
          { value: 'part', label: 'A part' },
        ]}
        value={chosen.whole ? 'whole' : 'part'}
        onChange={(value) => onChange({ ...chosen, whole: value === 'whole' })}
      />
      {!chosen.whole && (
        <Field label="Amount" required error={chosen.amount === '' ? null : problem}>
          {(control) => (
            <NumberInput
              {...control}
              decimal
              unit="USD"
              value={chosen.amount}
              onChange={(amount) => onChange({ ...chosen, amount })}
            />
          )}
        </Field>
      )}
    </>
  );
}
