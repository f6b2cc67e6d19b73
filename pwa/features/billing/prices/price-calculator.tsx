import { useState } from 'react';
import { priceFor } from '#db/billing/prices/price-for.ts';
import { type PriceTier, priceTiers } from '#db/billing/prices/price-tiers.ts';
import type { PriceList } from '#db/billing/prices/shown-prices.ts';
import { COMPANY_TYPE, type CompanyType, companyTypesOf } from '#db/organizations/company-type.ts';
import { useShell } from '#pwa/app/shell.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { Section } from '#pwa/ui/page.tsx';

/** The price per specimen by number of specimens, as bars with figures. */
function TierBars({ tiers }: { tiers: readonly PriceTier[] }) {
  const maxAmount = Math.max(1, ...tiers.map(({ amount }) => amount));
  if (tiers.length === 0) return null;
  return (
    <ul aria-label="Price of each specimen by number" className="mt-4 flex flex-col gap-2">
      {tiers.map(({ minQuantity, amount, priceId }) => (
        <li key={priceId} className="grid grid-cols-[6rem_1fr_6rem] items-center gap-3 tabular-nums">
          <span className="text-ink-soft text-sm">{`${minQuantity} or more`}</span>
          <span aria-hidden className="h-3 rounded-full bg-sunken">
            <span
              className="block h-3 rounded-full bg-accent"
              style={{ width: `${Math.max(2, (amount / maxAmount) * 100)}%` }}
            />
          </span>
          <span className="text-right font-medium">{formatMoney(amount)}</span>
        </li>
      ))}
    </ul>
  );
}

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
