import { FileDown } from 'lucide-react';
import type { ShownInvoice, ShownPayment } from '#db/billing/invoices/shown-invoice.ts';
import { paymentDisplay, paymentName } from '#db/billing/payments/payment.ts';
import { callUrl } from '#pwa/api/call.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { useTakeFile } from '#pwa/ui/list/views/use-take-file.ts';
import { Section } from '#pwa/ui/page.tsx';
import type { PaymentActionName } from './invoice-action-texts.ts';
import { PORTALS, type Portal } from './use-invoice.ts';

/** Payments that may turn out to have failed, and write-offs that can be reversed. */
const BOUNCING: readonly string[] = ['CHECK', 'WIRE', 'ACH', 'WRITE_OFF'];

type PaymentState = Pick<ShownPayment, 'kind' | 'status' | 'refundable' | 'refundsPaymentId'>;

/** Report whether this refund goes back to a card, through its processor. */
const isCardRefund = (
  { refundsPaymentId }: PaymentState,
  payments: readonly Pick<ShownPayment, 'id' | 'kind'>[],
): boolean => payments.some(({ id, kind }) => id === refundsPaymentId && kind === 'CARD');

/** List the actions on one payment, from those that the server names for the invoice. */
export function paymentActionsFor(
  payment: PaymentState,
  {
    actions,
    payments,
  }: Pick<ShownInvoice, 'actions'> & {
    payments: readonly Pick<ShownPayment, 'id' | 'kind'>[];
  },
): PaymentActionName[] {
  const { kind, status, refundable } = payment;
  const allowedActions: PaymentActionName[] = [];
  // A card refund runs by itself; a user retries it only after a failure.
  const isWaiting = kind === 'REFUND' && status === (isCardRefund(payment, payments) ? 'FAILED' : 'PENDING');
  if (actions.includes('record-refund') && (refundable > 0 || isWaiting))
    allowedActions.push('record-refund');
  if (actions.includes('record-bounced') && BOUNCING.includes(kind) && status === 'SUCCEEDED')
    allowedActions.push('record-bounced');
  return allowedActions;
}

const factsOf = ({ recordedByName, receivedAt, createdAt, reason }: ShownPayment): string =>
  [formatDate(receivedAt ?? createdAt), recordedByName, reason].filter(Boolean).join(' · ');

const isReceipt = ({ kind, status }: ShownPayment): boolean =>
  status === 'SUCCEEDED' && kind !== 'REFUND' && kind !== 'WRITE_OFF';

/** Downloads the document of a payment: the receipt, or the credit note that it counts. */
function PaymentDocument({
  invoiceId,
  payment,
  portal,
}: {
  invoiceId: string;
  payment: ShownPayment;
  portal: Portal;
}) {
  const { taking, take } = useTakeFile();
  const { calls } = PORTALS[portal];
  const { id: paymentId, creditNoteId: noteId } = payment;
  const url =
    noteId !== null
      ? callUrl(calls.readCreditNotePdf, { params: { id: invoiceId, noteId } })
      : callUrl(calls.readReceiptPdf, { params: { id: invoiceId, paymentId } });
  return (
    <Button icon={FileDown} busy={taking} onClick={() => take(url)}>
      {noteId === null ? 'Receipt' : 'Credit note'}
    </Button>
  );
}

interface PaymentsProps {
  invoiceView: ShownInvoice;
  portal: Portal;
  titleOf(action: PaymentActionName, payment: ShownPayment): string;
  onAction(action: PaymentActionName, payment: ShownPayment): void;
}

/** Payments, refunds and failures, the newest last. */
export function InvoicePayments({ invoiceView, portal, titleOf, onAction }: PaymentsProps) {
  const { payments, invoice } = invoiceView;
  return (
    <Section title="Payments">
      {payments.length === 0 && <p className="text-ink-soft">Nothing has been paid yet.</p>}
      <ul aria-label="Payments" className="divide-y divide-line">
        {payments.map((payment) => (
          <li key={payment.id} className="flex flex-col gap-1 py-2">
            <span className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{paymentName(payment)}</span>
              <StatusBadge display={paymentDisplay(payment)} />
              <span className="ml-auto tabular-nums">{formatMoney(payment.amount)}</span>
            </span>
            <span className="wrap-anywhere text-ink-soft text-sm">{factsOf(payment)}</span>
            {payment.kind === 'REFUND' && payment.status === 'PENDING' && isCardRefund(payment, payments) && (
              <span className="text-ink-soft text-sm">
                Refunded to the card automatically within minutes.
              </span>
            )}
            <span className="flex flex-wrap gap-2 empty:hidden">
              {(isReceipt(payment) || payment.creditNoteId !== null) && (
                <PaymentDocument invoiceId={invoice.id} payment={payment} portal={portal} />
              )}
              {paymentActionsFor(payment, invoiceView).map((action) => (
                <Button key={action} onClick={() => onAction(action, payment)}>
                  {titleOf(action, payment)}
                </Button>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
