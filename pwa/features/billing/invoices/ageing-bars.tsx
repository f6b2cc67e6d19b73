import type { Ageing } from '#db/billing/invoices/listed-invoice.ts';
import { formatMoney } from '#pwa/format/money.ts';

const AGES: readonly { key: keyof Ageing; label: string }[] = [
  { key: 'notDue', label: 'Not due yet' },
  { key: 'days1To30', label: '1 to 30 days' },
  { key: 'days31To60', label: '31 to 60 days' },
  { key: 'days61To90', label: '61 to 90 days' },
  { key: 'over90', label: 'Over 90 days' },
];

/** Amounts due by days overdue, each with a bar of its share. */
export function AgeingBars({ ageing }: { ageing: Ageing }) {
  const maxAmount = Math.max(1, ...AGES.map(({ key }) => ageing[key]));
  return (
    <dl className="flex flex-col gap-3">
      {AGES.map(({ key, label }) => (
        <div key={key} className="grid grid-cols-[1fr_auto] gap-x-3">
          <dt>{label}</dt>
          <dd className="tabular-nums">{formatMoney(ageing[key])}</dd>
          <dd aria-hidden className="col-span-2 mt-1 h-2 rounded-full bg-sunken">
            <div
              data-tone={key === 'notDue' ? 'info' : 'danger'}
              className="h-2 rounded-full bg-tone"
              style={{ width: `${Math.round((ageing[key] / maxAmount) * 100)}%` }}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}
