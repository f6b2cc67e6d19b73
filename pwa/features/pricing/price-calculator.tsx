import { useState } from 'react';
import { priceFor } from '#db/billing/price-for.ts';
import { priceTiers } from '#db/billing/price-tiers.ts';
import type { PriceList } from '#db/billing/shown-prices.ts';
import { COMPANY_TYPE, type CompanyType, companyTypesOf } from '#db/organizations/company-type.ts';
import { useShell } from '#pwa/app/shell.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { TierBars } from './tier-bars.tsx';

/** Today's price of a number of specimens for a kind of organization, by the rule that prices orders. */
export function PriceCalculator({ list }: { list: PriceList }) {
  const [protocolId, setProtocolId] = useState(list.protocols[0]?.protocol.id ?? '');
  const [companyType, setCompanyType] = useState<CompanyType>('COMPANY');
  const [typed, setTyped] = useState('24');
  const { day } = list;
  const { entity } = useShell();
  const prices = list.protocols.find(({ protocol }) => protocol.id === protocolId)?.prices ?? [];
  const count = Number(typed);
  const priceResult = priceFor(
    { prices, projectPrices: [] },
    { protocolId, projectId: null, companyType, count, day },
  );
  return (
    <Section title="What would it cost?">
      <div className="grid gap-4 md:grid-cols-3">
        <Field label="Protocol" filter>
          {(control) => (
            <Combobox
              {...control}
              value={protocolId}
              onChange={setProtocolId}
              options={list.protocols.map(({ protocol }) => ({
                value: protocol.id,
                label: protocol.name,
                note: protocol.code,
              }))}
            />
          )}
        </Field>
        <Field label="Kind of organization" filter>
          {(control) => (
            <Select<CompanyType>
              {...control}
              value={companyType}
              onChange={(next) => setCompanyType(next === '' ? 'COMPANY' : next)}
              options={companyTypesOf(entity).map((value) => ({ value, label: COMPANY_TYPE[value] }))}
            />
          )}
        </Field>
        <Field label="Number of specimens" filter>
          {(control) => <NumberInput {...control} value={typed} onChange={setTyped} />}
        </Field>
      </div>
      <p role="status" className="mt-4 tabular-nums">
        {count < 1 ? (
          'Enter at least one specimen.'
        ) : 'problem' in priceResult ? (
          priceResult.problem
        ) : (
          <>
            {`${count} × ${formatMoney(priceResult.amount)} = `}
            <strong className="text-lg">{formatMoney(count * priceResult.amount)}</strong>
          </>
        )}
      </p>
      <TierBars tiers={priceTiers(prices, { protocolId, companyType, day })} />
    </Section>
  );
}
