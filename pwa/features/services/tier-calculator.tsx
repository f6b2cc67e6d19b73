import { useState } from 'react';
import type { ShownService } from '#db/ordering/shown-service.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { countProblem } from './count-problem.ts';

type Priced = Pick<ShownService, 'tiers' | 'minSpecimens' | 'maxSpecimens'>;

/** Find the price per specimen for a number of specimens: that of the largest tier reached. */
const unitOf = ({ tiers }: Priced, count: number) =>
  tiers.filter(({ minQuantity }) => minQuantity <= count).at(-1)?.amount;

/** Calculates the price of a number of specimens from the displayed tiers. */
export function TierCalculator({ service }: { service: Priced }) {
  const [typed, setTyped] = useState(String(service.minSpecimens));
  const count = Number(typed);
  const unit = unitOf(service, count);
  const problem = countProblem(service, count);
  if (service.tiers.length === 0) return null;
  return (
    <div className="mt-4 flex flex-col gap-4">
      <Field label="How many specimens?" filter>
        {(control) => <NumberInput {...control} value={typed} onChange={setTyped} />}
      </Field>
      <p role="status" className="tabular-nums">
        {problem}
        {problem === null && unit !== undefined && (
          <>
            {`${count} × ${formatMoney(unit)} = `}
            <strong>{formatMoney(count * unit)}</strong>
          </>
        )}
      </p>
    </div>
  );
}
