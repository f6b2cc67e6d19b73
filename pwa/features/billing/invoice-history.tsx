import { INVOICE_STATUS, InvoiceStatus } from '#db/billing/invoice-status.ts';
import type { ShownInvoice } from '#db/billing/shown-invoice.ts';
import type { StatusLook } from '#db/values/tone.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { EventTimeline } from '#pwa/ui/event-timeline.tsx';
import type { Tone } from '#pwa/ui/tone.ts';

type Entry = ShownInvoice['history'][number];

const TITLES: Record<string, { title: string; tone: Tone }> = {
  INVOICE_CREATED: { title: 'Drafted', tone: 'neutral' },
  INVOICE_ISSUED: { title: 'Issued', tone: 'success' },
  INVOICE_VOIDED: { title: 'Made void', tone: 'danger' },
  PAYMENT_STARTED: { title: 'Payment begun', tone: 'neutral' },
  PAYMENT_SUCCEEDED: { title: 'Paid', tone: 'success' },
  TAKEN_OFF: { title: 'Taken off the bill', tone: 'neutral' },
  PAYMENT_FAILED: { title: 'Payment failed', tone: 'danger' },
  PAYMENT_REFUNDED: { title: 'Refunded', tone: 'warning' },
};

const look = (value: unknown): StatusLook | null => {
  const status = InvoiceStatus.safeParse(value);
  return status.success ? INVOICE_STATUS[status.data] : null;
};

/** What a step from status to status led to; an event of its own is called by its name. */
const statusOf = ({ type, data }: Entry): StatusLook | null =>
  type === 'INVOICE_STATUS_CHANGED' ? look(data['to']) : null;

function linesOf({ data }: Entry): string[] {
  const { amount, reason } = data;
  const [from, to] = [look(data['from']), look(data['to'])];
  const lines = from && to ? [`${from.label} → ${to.label}`] : [];
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
    {...{ statusOf, linesOf }}
  />
);
