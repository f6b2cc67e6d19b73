import { INVOICE_STATUS, InvoiceStatus } from '#db/billing/invoice-status.ts';
import type { ShownInvoice } from '#db/billing/shown-invoice.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { humanize } from '#pwa/format/names.ts';
import { Section } from '#pwa/ui/page.tsx';
import { Timeline } from '#pwa/ui/timeline.tsx';
import type { Tone } from '#pwa/ui/tone.ts';

type Entry = ShownInvoice['history'][number];

const TITLES: Record<string, { title: string; tone: Tone }> = {
  INVOICE_CREATED: { title: 'Drafted', tone: 'neutral' },
  INVOICE_ISSUED: { title: 'Issued', tone: 'success' },
  INVOICE_STATUS_CHANGED: { title: 'Went on', tone: 'progress' },
  INVOICE_VOIDED: { title: 'Made void', tone: 'danger' },
  PAYMENT_STARTED: { title: 'Payment begun', tone: 'neutral' },
  PAYMENT_SUCCEEDED: { title: 'Paid', tone: 'success' },
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

/** What happened to the invoice, newest first. */
export function InvoiceHistory({ shown }: { shown: ShownInvoice }) {
  const { history, invoice } = shown;
  return (
    <Section title="History">
      {history.length === 0 && <p className="text-ink-soft">No event is kept with this invoice.</p>}
      <Timeline
        label={`History of ${invoice.invoiceNumber}`}
        entries={history.map((entry) => ({
          ...(TITLES[entry.type] ?? { title: humanize(entry.type), tone: 'neutral' as const }),
          id: entry.id,
          person: entry.by,
          time: formatDate(entry.at, 'dayAtTime'),
          detail: linesOf(entry).map((line) => (
            <p key={line} className="wrap-anywhere text-sm">
              {line}
            </p>
          )),
        }))}
      />
    </Section>
  );
}
