import { INVOICE_STATUS, InvoiceStatus } from '#db/billing/invoice-status.ts';
import { PAYMENT_KIND, PaymentKind } from '#db/billing/payment-kind.ts';
import type { ShownInvoice } from '#db/billing/shown-invoice.ts';
import type { StatusDisplay } from '#db/values/tone.ts';
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
  WRITTEN_OFF: { title: 'Written off', tone: 'neutral' },
  TAKEN_OFF: { title: 'Taken off the bill', tone: 'neutral' },
  TAKEN_BACK: { title: 'Write-off taken back', tone: 'warning' },
  BOUNCED: { title: 'Payment bounced', tone: 'danger' },
  DISPUTED: { title: 'Payment disputed', tone: 'danger' },
  DISPUTE_WON: { title: 'Dispute won, the payment counts again', tone: 'success' },
  DISPUTE_LOST: { title: 'Dispute lost', tone: 'danger' },
  REFUND_FAILED: { title: 'Refund failed', tone: 'danger' },
  PAYMENT_FAILED: { title: 'Payment failed', tone: 'danger' },
  PAYMENT_REFUNDED: { title: 'Refunded', tone: 'warning' },
};

const statusDisplay = (value: unknown): StatusDisplay | null => {
  const status = InvoiceStatus.safeParse(value);
  return status.success ? INVOICE_STATUS[status.data] : null;
};

/** Name a status change by its result; other events have names of their own. */
const statusOf = ({ type, data }: Entry): StatusDisplay | null =>
  type === 'INVOICE_STATUS_CHANGED' ? statusDisplay(data['to']) : null;

function linesOf({ data }: Entry): string[] {
  const { amount, reason, kind, reference } = data;
  const [from, to] = [statusDisplay(data['from']), statusDisplay(data['to'])];
  const lines = from && to ? [`${from.label} → ${to.label}`] : [];
  const paymentKind = PaymentKind.safeParse(kind);
  const kindLabel =
    paymentKind.success && paymentKind.data !== 'WRITE_OFF' && paymentKind.data !== 'REFUND'
      ? PAYMENT_KIND[paymentKind.data]
      : '';
  const paymentLabel = [kindLabel, typeof reference === 'string' ? reference : ''].filter(Boolean).join(' ');
  if (typeof amount === 'number') lines.push([formatMoney(amount), paymentLabel].filter(Boolean).join(', '));
  if (typeof reason === 'string' && reason !== '') lines.push(reason);
  return lines;
}

/** Name the kind of a failed payment. */
function failure({ kind, failureCode, dispute }: Entry['data']): string | null {
  if (kind === 'REFUND') return 'REFUND_FAILED';
  if (kind === 'WRITE_OFF') return 'TAKEN_BACK';
  if (failureCode === 'bounced') return 'BOUNCED';
  if (dispute === 'lost') return 'DISPUTE_LOST';
  return failureCode === 'charge_disputed' || failureCode === 'dispute_lost' ? 'DISPUTED' : null;
}

/** A write-off is not a payment, and an automatic credit is nobody's write-off. */
function classifyEntry(entry: Entry): Entry {
  const { type, data } = entry;
  if (type === 'PAYMENT_FAILED') return { ...entry, type: failure(data) ?? type };
  if (type === 'PAYMENT_SUCCEEDED' && data['dispute'] === 'won') return { ...entry, type: 'DISPUTE_WON' };
  if (type !== 'PAYMENT_SUCCEEDED' || data['kind'] !== 'WRITE_OFF') return entry;
  return { ...entry, type: data['specimens'] === undefined ? 'WRITTEN_OFF' : 'TAKEN_OFF' };
}

/** Events of the invoice, newest first. */
export const InvoiceHistory = ({ invoiceView: { history, invoice } }: { invoiceView: ShownInvoice }) => (
  <EventTimeline
    of={invoice.invoiceNumber}
    kind="invoice"
    titles={TITLES}
    history={history.map(classifyEntry)}
    {...{ statusOf, linesOf }}
  />
);
