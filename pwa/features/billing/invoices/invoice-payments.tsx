import type { ShownInvoice, ShownPayment } from '#db/billing/invoices/shown-invoice.ts';
import { paymentDisplay, paymentWord } from '#db/billing/payments/payment.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Section } from '#pwa/ui/page.tsx';
import type { PaymentActionName } from './invoice-action-texts.ts';

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

const factsOf = ({ reference, recordedByName, receivedAt, createdAt, reason }: ShownPayment): string =>
  [formatDate(receivedAt ?? createdAt), reference, recordedByName, reason].filter(Boolean).join(' · ');

interface PaymentsProps {
  invoiceView: ShownInvoice;
  titleOf(action: PaymentActionName, payment: ShownPayment): string;
  onAction(action: PaymentActionName, payment: ShownPayment): void;
}

/** Payments, refunds and failures, the newest last. */
export function InvoicePayments({ invoiceView, titleOf, onAction }: PaymentsProps) {
  const { payments } = invoiceView;
  return (
    <Section title="Payments">
      {payments.length === 0 && <p className="text-ink-soft">Nothing has been paid yet.</p>}
      <ul aria-label="Payments" className="divide-y divide-line">
        {payments.map((payment) => (
          <li key={payment.id} className="flex flex-col gap-1 py-2">
            <span className="flex flex-wrap items-center gap-2">
              <span className="font-medium">{paymentWord(payment)}</span>
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
