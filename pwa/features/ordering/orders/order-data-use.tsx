import { DATA_USE_AGREEMENT } from '#db/ordering/data-use-agreement.ts';
import type { RetentionPeriod } from '#db/ordering/retention-period.ts';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Section } from '#pwa/ui/page.tsx';

const retentionText = (period: RetentionPeriod): string => {
  if (period === 'INDEFINITE') return 'Without an end';
  const years = Number(period.slice('YEARS_'.length));
  return years === 1 ? '1 year' : `${years} years`;
};

/** The data use rights of the lab, and the retention period. */
export function OrderDataUse({ order }: { order: ShownOrder }) {
  const { dataUse } = order;
  return (
    <Section title="Data use">
      {dataUse ? (
        <KeyValues
          items={[
            {
              name: 'Allowed',
              value: [
                ...dataUse.agreementTypes.map((type) => DATA_USE_AGREEMENT[type]),
                ...(dataUse.otherText ? [dataUse.otherText] : []),
              ].join(', '),
            },
            { name: 'Kept after completion', value: retentionText(dataUse.retentionPeriod) },
            { name: 'Accepted', value: formatDate(dataUse.acceptedAt, 'monthDayAtTime') },
          ]}
        />
      ) : (
        <p className="text-ink-soft">
          {order.status === 'DRAFT'
            ? 'The data-use agreement has not been accepted yet.'
            : 'No data-use agreement is kept with this order.'}
        </p>
      )}
    </Section>
  );
}
