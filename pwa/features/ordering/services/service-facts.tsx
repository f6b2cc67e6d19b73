import { useState } from 'react';
import { PACKAGE_TYPE } from '#db/ordering/orders/order-terms.ts';
import type { ShownService } from '#db/ordering/services/shown-service.ts';
import { DNA_TYPE, SOURCE_SPECIES, SPECIMEN_TYPE } from '#db/specimens/specimen-material.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Section } from '#pwa/ui/page.tsx';

function labelList<Value extends string>(
  values: readonly Value[],
  labels: Record<Value, string>,
  any: string,
) {
  return values.length === 0 ? any : values.map((value) => labels[value]).join(', ');
}

const minimumText = (value: string | null, unit: string) => (value === null ? null : `${value} ${unit}`);

/** Accepted material and results of a service. */
export function ServiceFacts({ service }: { service: ShownService }) {
  const { protocol, minSpecimens, maxSpecimens } = service;
  return (
    <Section title="What you send and what you get">
      <KeyValues
        items={[
          {
            name: 'Accepted material',
            value: labelList(protocol.acceptedSpecimenTypes, SPECIMEN_TYPE, 'Any'),
          },
          { name: 'Species', value: labelList(protocol.acceptedSpecies, SOURCE_SPECIES, 'Any') },
          { name: 'Nucleic acids', value: labelList(protocol.acceptedDnaTypes, DNA_TYPE, 'Any') },
          { name: 'Minimum volume', value: minimumText(protocol.minVolume, 'µL') },
          { name: 'Minimum concentration', value: minimumText(protocol.minConcentration, 'ng/µL') },
          { name: 'Minimum amount', value: minimumText(protocol.minMass, 'ng') },
          { name: 'Container', value: labelList(service.packageTypes, PACKAGE_TYPE, '–') },
          {
            name: 'Specimens in an order',
            value: maxSpecimens === null ? `${minSpecimens} or more` : `${minSpecimens} to ${maxSpecimens}`,
          },
          {
            name: 'Turnaround',
            value: service.turnaroundText ?? `${protocol.targetTurnaroundDays} days`,
          },
        ]}
      />
    </Section>
  );
}

/** Price per specimen by number of specimens. */
export function TierTable({ service: { tiers } }: { service: Pick<ShownService, 'tiers'> }) {
  if (tiers.length === 0) return <p>Contact support for the price of this service.</p>;
  return (
    <table className="w-full">
      <caption className="sr-only">Price of each specimen</caption>
      <thead>
        <tr className="border-line border-b text-ink-soft text-sm">
          <th scope="col" className="py-1.5 text-left font-semibold">
            Specimens
          </th>
          <th scope="col" className="py-1.5 text-right font-semibold">
            Each
          </th>
        </tr>
      </thead>
      <tbody>
        {tiers.map(({ minQuantity, amount }) => (
          <tr key={minQuantity} className="border-line border-b last:border-b-0">
            <th scope="row" className="py-2 text-left font-normal">{`${minQuantity} or more`}</th>
            <td className="py-2 text-right font-medium tabular-nums">{formatMoney(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Find why a number of specimens cannot be ordered of a service; null when it can. */
export function countProblem(
  { minSpecimens, maxSpecimens }: Pick<ShownService, 'minSpecimens' | 'maxSpecimens'>,
  count: number,
): string | null {
  if (!Number.isInteger(count) || count < minSpecimens)
    return `Enter at least ${countOf(minSpecimens, 'specimen')}.`;
  return maxSpecimens !== null && count > maxSpecimens ? `No more than ${maxSpecimens} specimens.` : null;
}

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
