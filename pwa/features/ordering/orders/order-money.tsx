import { Link } from '@tanstack/react-router';
import { CreditCard } from 'lucide-react';
import { invoiceActionsFor } from '#db/billing/invoices/invoice-actions.ts';
import { INVOICE_STATUS } from '#db/billing/invoices/invoice-status.ts';
import type { OrderBill } from '#db/billing/invoices/order-bill.ts';
import type { ShownOrder } from '#db/ordering/orders/shown-order.ts';
import type { Viewer } from '#pwa/features/ordering/viewer.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { formatPercent } from '#pwa/format/numbers.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Section } from '#pwa/ui/page.tsx';

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

const ADJUSTMENT_ORDER = [
  'DISCOUNT_PERCENT',
  'DISCOUNT_FIXED',
  'FEE',
] as const satisfies readonly Adjustment['type'][];

/** List the applied adjustments in calculation order: percentages, amounts, fees. */
const approvedAdjustments = (rows: readonly Adjustment[]): Adjustment[] =>
  ADJUSTMENT_ORDER.flatMap((type) =>
    rows
      .filter((row) => row.type === type && row.status === 'APPROVED' && !row.deleted)
      .sort((one, other) => one.order - other.order),
  );

const nameOf = ({ type, label, percentBps }: Adjustment): string =>
  type === 'DISCOUNT_PERCENT' ? `${label} (${formatPercent((percentBps ?? 0) / 10_000)})` : label;

/** Format the factors of the subtotal; empty when specimens have different prices. */
function timesText({ subtotal, pricePerSpecimen, discountPerSpecimen }: ShownOrder): string {
  const unit = pricePerSpecimen - discountPerSpecimen;
  const count = unit > 0 ? subtotal / unit : 0;
  return count > 0 && Number.isInteger(count) ? ` (${count} × ${formatMoney(unit)})` : '';
}

/**
 * Compute the share of an order that the sponsor of a campaign pays (domain 8.3): all of it; its own total is
 * 0.
 */
function sponsoredPart({ orderType, total, subtotal, adjustments }: ShownOrder): number {
  if (orderType !== 'CAMPAIGN' || total !== 0) return 0;
  return approvedAdjustments(adjustments).reduce(
    (sum, { type, computedAmount }) => sum + (type === 'FEE' ? computedAmount : -computedAmount),
    subtotal,
  );
}

/** Why an ordered specimen is not charged: canceled, or failed by the lab's fault. */
const notChargedName = ({ specimens }: ShownOrder): string =>
  specimens.some(({ status }) => status === 'FAILED_QC_CANCELED') ? 'Not charged' : 'Canceled';

/** Amounts paid, refunded and due; nothing before an invoice is issued or something is paid. */
function BillPayments({ bill: { paid: amountPaid, refunded, toRefund, due } }: { bill: OrderBill }) {
  if (amountPaid === 0 && refunded === 0 && due === 0) return null;
  return (
    <>
      <Line name="Paid" amount={formatMoney(amountPaid)} />
      {refunded > 0 && <Line name="Refunded" amount={formatMoney(-refunded)} />}
      {toRefund > 0 && <Line name="To be refunded" amount={formatMoney(-toRefund)} />}
      <Line name="Due" amount={formatMoney(due)} strong />
    </>
  );
}

/** The price line by line (domain 8.2); a draft has none until it is submitted. */
function Lines({ order }: { order: ShownOrder }) {
  const { adjustments, bill, discountPerSpecimen } = order;
  if (order.status === 'DRAFT' && order.total === 0)
    return <p className="text-ink-soft">The price is worked out when the order is submitted.</p>;
  const sponsored = sponsoredPart(order);
  return (
    <dl>
      <Line name="Each specimen" amount={formatMoney(order.pricePerSpecimen)} />
      {discountPerSpecimen > 0 && <Line name="Discount on each" amount={formatMoney(-discountPerSpecimen)} />}
      <Line name={`Subtotal${timesText(order)}`} amount={formatMoney(order.subtotal)} strong />
      {approvedAdjustments(adjustments).map((one) => (
        <Line
          key={one.id}
          name={nameOf(one)}
          amount={formatMoney(one.type === 'FEE' ? one.computedAmount : -one.computedAmount)}
        />
      ))}
      {sponsored > 0 && <Line name="Paid by the sponsor of the campaign" amount={formatMoney(-sponsored)} />}
      {bill !== null && bill.notCharged > 0 && (
        <>
          <Line name="Ordered" amount={formatMoney(order.total)} strong />
          <Line name={notChargedName(order)} amount={formatMoney(-bill.notCharged)} />
        </>
      )}
      <Line name="Total" amount={formatMoney(order.total - (bill?.notCharged ?? 0))} strong />
      {bill !== null && <BillPayments bill={bill} />}
    </dl>
  );
}

/** Amounts of an invoice that are due and paid; an overpayment is refunded. */
function invoiceSummary({ totalDue, amountPaid, dueDate }: Invoice): string {
  if (amountPaid > totalDue)
    return `${formatMoney(totalDue)} paid, ${formatMoney(amountPaid - totalDue)} to be refunded`;
  const due = dueDate && amountPaid < totalDue ? `, due ${formatDate(dueDate)}` : '';
  return `${formatMoney(totalDue)}, ${formatMoney(amountPaid)} paid${due}`;
}

function InvoiceLine({ invoice, viewer }: { invoice: Invoice; viewer: Viewer }) {
  const { id, invoiceNumber, status, totalDue, amountPaid } = invoice;
  const link = viewer.invoiceLink(id);
  const payLink = invoiceActionsFor(viewer.role, invoice).includes('pay') ? viewer.payLink(id) : null;
  return (
    <li className="flex flex-col gap-1 py-2">
      <span className="flex flex-wrap items-center gap-2">
        {link ? (
          <Link {...link} className="code inline-flex min-h-6 items-center text-accent-ink underline">
            {invoiceNumber}
          </Link>
        ) : (
          <span className="code">{invoiceNumber}</span>
        )}
        <StatusBadge display={INVOICE_STATUS[status]} />
      </span>
      <span className="text-ink-soft text-sm tabular-nums">{invoiceSummary(invoice)}</span>
      {payLink && (
        <Link
          {...payLink}
          aria-label={`Pay ${invoiceNumber} by card`}
          className="mt-1 inline-flex min-h-control items-center justify-center gap-2 rounded-md border border-line-strong px-3.5 font-medium hover:bg-hover sm:self-start"
        >
          <CreditCard aria-hidden size={18} />
          {`Pay ${formatMoney(totalDue - amountPaid)}`}
        </Link>
      )}
    </li>
  );
}

/** Costs of the order, the lab's adjustments below it and, for users who may read them, its invoices. */
export function OrderMoney({
  order,
  viewer,
  adjustments = null,
}: {
  order: ShownOrder;
  viewer: Viewer;
  adjustments?: React.ReactNode;
}) {
  const { invoices } = order;
  return (
    <Section title="Price">
      <div className="mb-2">
        <StatusBadge display={INVOICE_STATUS[order.paymentStatus]} />
      </div>
      <Lines order={order} />
      {adjustments}
      {invoices !== null && invoices.length > 0 && (
        <>
          <h3 className="mt-4 font-semibold">Invoices</h3>
          <ul className="divide-y divide-line">
            {invoices.map((one) => (
              <InvoiceLine key={one.id} invoice={one} viewer={viewer} />
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}
