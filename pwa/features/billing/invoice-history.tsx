import { INVOICE_STATUS, InvoiceStatus } from '#db/billing/invoice-status.ts';
import type { ShownInvoice } from '#db/billing/shown-invoice.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { EventTimeline } from '#pwa/ui/event-timeline.tsx';
import type { Tone } from '#pwa/ui/tone.ts';

type Entry = ShownInvoice['history'][number];

const TITLES: Record<string, { title: string; tone: Tone }> = {
  INVOICE_CREATED: { title: 'Drafted', tone: 'neutral' },
  INVOICE_ISSUED: { title: 'Issued', tone: 'success' },
  INVOICE_STATUS_CHANGED: { title: 'Status changed', tone: 'progress' },
  INVOICE_VOIDED: { title: 'Made void', tone: 'danger' },
  PAYMENT_STARTED: { title: 'Payment begun', tone: 'neutral' },
  PAYMENT_SUCCEEDED: { title: 'Paid', tone: 'success' },
  TAKEN_OFF: { title: 'Taken off the bill', tone: 'neutral' },
  PAYMENT_FAILED: { title: 'Payment failed', tone: 'danger' },
  PAYMENT_REFUNDED: { title: 'Refunded', tone: 'warning' },
};

const statusOf = (value: unknown): string | null => {
  const status = InvoiceStatus.safeParse(value);
  return status.success ? INVOICE_STATUS[status.data].label : null;
};

function linesOf({ data }: Entry): string[] {
  const { amount, reason } = data;
  const [from, to] = [statusOf(data['from']), statusOf(data['to'])];
  const lines = from && to ? [`${from} → ${to}`] : [];
  if (typeof amount === 'number') lines.push(formatMoney(amount));
  if (typeof reason === 'string' && reason !== '') lines.push(reason);
  return lines;
}

/** What was given up was not paid. */
const told = (entry: Entry): Entry =>
  entry.type === 'PAYMENT_SUCCEEDED' && entry.data['kind'] === 'WRITE_OFF'
    ? { ...entry, type: 'TAKEN_OFF' }
    : entry;

/** What happened to the invoice, newest first. */
export const InvoiceHistory = ({ shown: { history, invoice } }: { shown: ShownInvoice }) => (
  <EventTimeline
    of={invoice.invoiceNumber}
    kind="invoice"
    titles={TITLES}
    history={history.map(told)}
    linesOf={linesOf}
  />
);
