import { Link } from '@tanstack/react-router';
import { INVOICE_STATUS, INVOICE_STATUS_NAME, InvoiceStatus } from '#db/billing/invoices/invoice-status.ts';
import type { ShownInvoice } from '#db/billing/invoices/shown-invoice.ts';
import { disputedOf, isLost } from '#db/billing/payments/card-dispute.ts';
import { PAYMENT_KIND, PaymentKind } from '#db/billing/payments/payment.ts';
import type { StatusDisplay } from '#db/values/tone.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { OrganizationLink, WithRecordCard } from '#pwa/navigation/record-link.tsx';
import { EventTimeline } from '#pwa/ui/history/event-timeline.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import type { Tone } from '#pwa/ui/tone.ts';
import { DueDate } from './invoice-columns.tsx';
import type { RecordLink } from './use-invoice.ts';

/** A link to another page; plain text where this user has none. */
function OptionalLink({ link, children }: { link: RecordLink | null; children: string }) {
  if (!link) return <span className="code">{children}</span>;
  return (
    <Link
      to={link.to}
      params={link.params}
      className="code inline-flex min-h-6 items-center text-accent-ink underline"
    >
      {children}
    </Link>
  );
}

function OrderNumber({
  link,
  order,
}: {
  link: RecordLink | null;
  order: NonNullable<ShownInvoice['order']>;
}) {
  const name = orderTitle(order);
  const number = <OptionalLink link={link}>{name}</OptionalLink>;
  if (!link) return number;
  return (
    <WithRecordCard kind="order" id={order.id} name={name}>
      {number}
    </WithRecordCard>
  );
}

interface FactsProps {
  invoiceView: ShownInvoice;
  orderLink: RecordLink | null;
  invoiceLink(id: string): RecordLink | null;
}

/** List card payments that an open or lost dispute has taken back. */
const sumDisputed = ({ payments }: ShownInvoice, lost: boolean): number =>
  payments.filter((one) => isLost(one) === lost).reduce((sum, one) => sum + disputedOf(one), 0);

/** Explains what happened to a disputed payment, and what to do now. */
function DisputeNotices({ invoiceView, staff }: { invoiceView: ShownInvoice; staff: boolean }) {
  // A balance paid in another way needs no further action.
  const isOwed = invoiceView.invoice.balance > 0;
  const [open, lost] = [sumDisputed(invoiceView, false), sumDisputed(invoiceView, true)];
  return (
    <>
      {isOwed && open > 0 && (
        <Notice tone="danger" title={`The owner of the card disputes ${formatMoney(open)}.`}>
          <p>
            {staff
              ? 'The money went back to the card and is owed again. Respond in the card processor’s dashboard; if the dispute is won, the payment counts again. Otherwise request another payment, or void the invoice.'
              : 'The money went back to the card, so it is owed again. Pay in another way, or ask your bank to withdraw the dispute.'}
          </p>
        </Notice>
      )}
      {isOwed && lost > 0 && (
        <Notice tone="danger" title={`The dispute over ${formatMoney(lost)} was lost.`}>
          <p>
            {staff
              ? 'The money stays with the owner of the card and is owed. Ask for another payment, write it off, or void the invoice.'
              : 'Your bank decided that the money stays with you, so it is still owed. Pay in another way.'}
          </p>
        </Notice>
      )}
    </>
  );
}

/** Report whether the card said no last; the invoice is open all the same. */
const isDeclined = ({ invoice: { status, balance }, payments }: ShownInvoice): boolean =>
  balance > 0 &&
  (status === 'FAILED' || status === 'PARTIALLY_FAILED') &&
  payments.every((one) => disputedOf(one) === 0);

/** Special states: void, corrected, correcting, or with a refund due. */
export function InvoiceNotices({
  invoiceView,
  invoiceLink,
  staff,
}: Pick<FactsProps, 'invoiceView' | 'invoiceLink'> & { staff: boolean }) {
  const { invoice, corrects, correctedBy, refundsDue } = invoiceView;
  return (
    <>
      {invoice.status === 'VOID' && (
        <Notice tone="warning" title="This invoice is void. Do not pay it.">
          {invoice.voidReason && <p>{invoice.voidReason}</p>}
          {correctedBy && (
            <p>
              {'Corrected by '}
              <OptionalLink link={invoiceLink(correctedBy.id)}>{correctedBy.invoiceNumber}</OptionalLink>
            </p>
          )}
        </Notice>
      )}
      {corrects && (
        <Notice tone="info" title="This invoice corrects another one.">
          <p>
            {'Replaces '}
            <OptionalLink link={invoiceLink(corrects.id)}>{corrects.invoiceNumber}</OptionalLink>
          </p>
        </Notice>
      )}
      {invoice.issuedAt === null && invoice.status !== 'CANCELED' && (
        <Notice tone="info" title="Not issued yet: the amounts are provisional." />
      )}
      {isDeclined(invoiceView) && <Notice tone="warning" title="The last card payment was declined." />}
      <DisputeNotices {...{ invoiceView, staff }} />
      {refundsDue > 0 && <Notice tone="warning" title={`${formatMoney(refundsDue)} refund pending.`} />}
    </>
  );
}

/** The three amounts of an invoice, and its subject. */
export function InvoiceFacts({ invoiceView, orderLink, invoiceLink }: FactsProps) {
  const { invoice, order, company, others: otherInvoices } = invoiceView;
  return (
    <Section title="Invoice">
      <KeyValues
        items={[
          { name: 'Total', value: formatMoney(invoice.totalDue) },
          { name: 'Paid', value: formatMoney(invoice.amountPaid) },
          {
            name: 'Balance due',
            value: <span className="font-semibold text-lg">{formatMoney(invoice.balance)}</span>,
          },
          { name: 'Due', value: <DueDate invoice={invoice} /> },
          { name: 'Organization', value: <OrganizationLink {...company} /> },
          { name: 'Service', value: invoice.serviceName },
          ...(order ? [{ name: 'Order', value: <OrderNumber link={orderLink} order={order} /> }] : []),
          ...(invoice.campaignCode ? [{ name: 'Campaign', value: invoice.campaignCode }] : []),
          { name: 'Purchase order', value: invoice.customerPurchaseOrder ?? '' },
          ...(invoice.statementOfWork ? [{ name: 'Statement of work', value: invoice.statementOfWork }] : []),
          { name: 'Issued', value: formatDate(invoice.issuedAt) },
          {
            name: 'Sent to',
            wide: true,
            value: <span className="wrap-anywhere">{invoice.billingEmails.join(', ')}</span>,
          },
          ...(otherInvoices.length > 0
            ? [
                {
                  name: 'Other invoices of the order',
                  value: (
                    <span className="flex flex-wrap gap-x-3">
                      {otherInvoices.map((one) => (
                        <OptionalLink key={one.id} link={invoiceLink(one.id)}>
                          {one.invoiceNumber}
                        </OptionalLink>
                      ))}
                    </span>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Section>
  );
}

type Entry = ShownInvoice['history'][number];

const TITLES: Record<string, { title: string; tone: Tone }> = {
  INVOICE_CREATED: { title: 'Drafted', tone: 'neutral' },
  INVOICE_ISSUED: { title: 'Issued', tone: 'success' },
  INVOICE_VOIDED: { title: 'Made void', tone: 'danger' },
  PAYMENT_STARTED: { title: 'Payment started', tone: 'neutral' },
  PAYMENT_SUCCEEDED: { title: 'Paid', tone: 'success' },
  WRITTEN_OFF: { title: 'Written off', tone: 'neutral' },
  CREDITED: { title: 'Credit note issued', tone: 'neutral' },
  TAKEN_OFF: { title: 'Taken off the bill', tone: 'neutral' },
  TAKEN_BACK: { title: 'Write-off reversed', tone: 'warning' },
  BOUNCED: { title: 'Payment bounced', tone: 'danger' },
  DISPUTED: { title: 'Payment disputed', tone: 'danger' },
  DISPUTE_WON: { title: 'Dispute won, the payment counts again', tone: 'success' },
  DISPUTE_LOST: { title: 'Dispute lost', tone: 'danger' },
  REFUND_FAILED: { title: 'Refund failed', tone: 'danger' },
  PAYMENT_FAILED: { title: 'Payment failed', tone: 'danger' },
  PAYMENT_REFUNDED: { title: 'Refunded', tone: 'warning' },
};

// A change from one kind of open invoice to another needs names that differ.
const statusDisplay = (value: unknown): StatusDisplay | null => {
  const status = InvoiceStatus.safeParse(value);
  return status.success ? { ...INVOICE_STATUS[status.data], label: INVOICE_STATUS_NAME[status.data] } : null;
};

/** Name a status change by its result; other events have names of their own. */
const statusOf = ({ type, data }: Entry): StatusDisplay | null =>
  type === 'INVOICE_STATUS_CHANGED' ? statusDisplay(data['to']) : null;

function linesOf({ data }: Entry): string[] {
  const { amount, reason, kind, reference = data['creditNoteNumber'] } = data;
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
  if (data['creditNoteNumber'] !== undefined) return { ...entry, type: 'CREDITED' };
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
