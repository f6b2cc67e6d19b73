import { INVOICE_STATUS } from '#db/billing/invoice-status.ts';
import { PRICE_ADJUSTMENT_STATUS } from '#db/billing/price-adjustment-status.ts';
import type { ShownOrder } from '#db/ordering/shown-order.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { formatPercent } from '#pwa/format/numbers.ts';
import { LookBadge } from '#pwa/ui/look-badge.tsx';
import { Section } from '#pwa/ui/page.tsx';
import type { Viewer } from '../viewer.ts';

type Adjustment = ShownOrder['adjustments'][number];
type Invoice = NonNullable<ShownOrder['invoices']>[number];

function Line({ name, amount, strong = false }: { name: React.ReactNode; amount: string; strong?: boolean }) {
  return (
    <div
      className={`flex justify-between gap-3 py-1 ${strong ? 'border-line border-t pt-2 font-semibold' : ''}`}
    >
      <dt className="min-w-0 wrap-anywhere">{name}</dt>
      <dd className="shrink-0 tabular-nums">{amount}</dd>
    </div>
  );
}

function amountOf({ type, amount, percentBps, computedAmount, status }: Adjustment): string {
  const sign = type === 'FEE' ? '' : '−';
  if (status === 'APPROVED') return `${sign}${formatMoney(computedAmount)}`;
  return type === 'DISCOUNT_PERCENT'
    ? `${sign}${formatPercent((percentBps ?? 0) / 10_000)}`
    : `${sign}${formatMoney(amount ?? 0)}`;
}

function InvoiceLine({ invoice, path }: { invoice: Invoice; path: string | null }) {
  const { invoiceNumber, status, totalDue, amountPaid, dueDate } = invoice;
  return (
    <li className="flex flex-col gap-1 py-2">
      <span className="flex flex-wrap items-center gap-2">
        {path ? (
          <a href={path} className="code inline-flex min-h-6 items-center text-accent-ink underline">
            {invoiceNumber}
          </a>
        ) : (
          <span className="code">{invoiceNumber}</span>
        )}
        <LookBadge look={INVOICE_STATUS[status]} />
      </span>
      <span className="text-ink-soft text-sm tabular-nums">
        {`${formatMoney(totalDue)}, ${formatMoney(amountPaid)} paid${dueDate ? `, due ${formatDate(dueDate)}` : ''}`}
      </span>
    </li>
  );
}

/** What the order costs and, for those who may read them, its invoices. */
export function OrderMoney({ order, viewer }: { order: ShownOrder; viewer: Viewer }) {
  const { invoices, adjustments, discountPerSpecimen } = order;
  return (
    <Section title="Price">
      <div className="mb-2">
        <LookBadge look={INVOICE_STATUS[order.paymentStatus]} />
      </div>
      <dl>
        <Line name="Each specimen" amount={formatMoney(order.pricePerSpecimen)} />
        {discountPerSpecimen > 0 && (
          <Line name="Discount on each" amount={`−${formatMoney(discountPerSpecimen)}`} />
        )}
        <Line name="Subtotal" amount={formatMoney(order.subtotal)} strong />
        {adjustments.map((one) => (
          <Line
            key={one.id}
            name={
              <>
                {one.label}{' '}
                {one.status !== 'APPROVED' && <LookBadge look={PRICE_ADJUSTMENT_STATUS[one.status]} />}
              </>
            }
            amount={amountOf(one)}
          />
        ))}
        <Line name="Total" amount={formatMoney(order.total)} strong />
      </dl>
      {invoices !== null && invoices.length > 0 && (
        <>
          <h3 className="mt-4 font-semibold">Invoices</h3>
          <ul className="divide-y divide-line">
            {invoices.map((one) => (
              <InvoiceLine key={one.id} invoice={one} path={viewer.invoicePath(one.id)} />
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}
