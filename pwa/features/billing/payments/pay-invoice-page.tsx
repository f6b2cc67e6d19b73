import { Link } from '@tanstack/react-router';
import { FileDown, ReceiptText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { readInvoice, readInvoicePdf } from '#db/api/billing/invoices.ts';
import { createInvoiceIntent } from '#db/api/billing/payments.ts';
import { INVOICE_STATUS } from '#db/billing/invoices/invoice-status.ts';
import type { ShownInvoice } from '#db/billing/invoices/shown-invoice.ts';
import { lastCardTry } from '#db/billing/payments/card-try.ts';
import { cardAmountProblem } from '#db/billing/payments/payable-amount.ts';
import { AppError } from '#db/errors/app-error.ts';
import { call, callUrl } from '#pwa/api/call.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { useTakeFile } from '#pwa/ui/list/views/use-take-file.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { CardForm } from './card-form.tsx';
import { paymentStateOf } from './payment-client.ts';

/** The whole balance, or a typed amount. */
interface SelectedAmount {
  isFull: boolean;
  amount: string;
}

/** Get the amount to pay in cents; null when the typed one is invalid. */
function selectedCents({ isFull, amount }: SelectedAmount, balance: number): number | null {
  if (isFull) return balance;
  const [, dollars = '', rest = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(amount.trim()) ?? [];
  return dollars === '' ? null : Number(dollars) * 100 + Number(rest.padEnd(2, '0'));
}

interface AmountChoiceProps {
  /** In cents. */
  balance: number;
  selected: SelectedAmount;
  problem: string | null;
  onChange(selected: SelectedAmount): void;
}

/** Selects how much of an invoice is paid now. */
function AmountChoice({ balance, selected, problem, onChange }: AmountChoiceProps) {
  return (
    <>
      <Segmented
        label="Amount"
        options={[
          { value: 'whole', label: `All: ${formatMoney(balance)}` },
          { value: 'part', label: 'A part' },
        ]}
        value={selected.isFull ? 'whole' : 'part'}
        onChange={(value) => onChange({ ...selected, isFull: value === 'whole' })}
      />
      {!selected.isFull && (
        <Field label="Amount" required error={selected.amount === '' ? null : problem}>
          {(control) => (
            <NumberInput
              {...control}
              decimal
              unit="USD"
              value={selected.amount}
              onChange={(amount) => onChange({ ...selected, amount })}
            />
          )}
        </Field>
      )}
    </>
  );
}

interface PayInvoicePageProps {
  id: string;
  /** The parent page. */
  above: { label: string; to: '/invoices' | '/payment' | '/billing/invoices' };
  /** The billed lines. */
  lines(invoiceView: ShownInvoice): ReactNode;
}

/** Report whether a payment is possible or in progress. Otherwise the page only shows the invoice. */
const isPayable = ({ actions, invoice }: ShownInvoice): boolean =>
  actions.includes('pay') || paymentStateOf(invoice.status) === 'processing';

/** Why nothing can be paid by card. */
function unpayableText({ status, issuedAt }: ShownInvoice['invoice']): string {
  if (status === 'VOID' || status === 'CANCELED')
    return `This invoice is “${INVOICE_STATUS[status].label}”. No payment is due.`;
  return issuedAt === null
    ? 'This invoice is not issued yet. Payment opens when it is issued.'
    : 'This invoice cannot be paid by card now.';
}

function PaymentForm({ invoiceView, refresh }: { invoiceView: ShownInvoice; refresh(): Promise<unknown> }) {
  const { invoice } = invoiceView;
  const { id, balance, status } = invoice;
  const [selected, setSelected] = useState<SelectedAmount>({ isFull: true, amount: '' });
  const amount = selectedCents(selected, balance);
  const problem = amount === null ? 'Enter an amount, as in 125.50.' : cardAmountProblem(balance, amount);
  const paymentState = paymentStateOf(status);
  const lastTry = lastCardTry(invoiceView.payments);
  // The amount of a sent payment cannot change any more.
  const [isSent, setIsSent] = useState(false);
  // The amount field already shows this problem.
  const amountProblem = selected.amount !== '' ? '' : problem;
  if (!isPayable(invoiceView))
    return (
      <Notice
        tone={paymentState === 'paid' ? 'success' : 'info'}
        title={paymentState === 'paid' ? 'This invoice is paid in full.' : unpayableText(invoice)}
      >
        {paymentState !== 'paid' && lastTry?.end === 'REFUNDED' && (
          <p>{`The payment of ${formatMoney(lastTry.amount)} is refunded to the card.`}</p>
        )}
      </Notice>
    );
  return (
    <>
      {status === 'PARTIALLY_PAID' && (
        <Notice
          tone="success"
          title={`${formatMoney(invoice.amountPaid)} paid. ${formatMoney(balance)} is still due.`}
        />
      )}
      {paymentState !== 'processing' && !isSent && (
        <AmountChoice balance={balance} selected={selected} problem={problem} onChange={setSelected} />
      )}
      <CardForm
        // A payment after the first one is a new one.
        key={`${invoice.amountPaid} ${amount}`}
        amount={amount ?? balance}
        paymentState={paymentState}
        lastTry={lastTry}
        blockedReason={selected.isFull || problem === null ? null : amountProblem}
        onSent={setIsSent}
        createIntent={async (saveCard) => {
          const intent = await call(createInvoiceIntent, {
            body: { invoiceId: id, amount: amount ?? balance, saveCard },
          });
          // Earlier failures are recorded before sending, so that they are not taken for the result.
          await refresh().catch(() => undefined);
          return intent;
        }}
        refresh={refresh}
      />
    </>
  );
}

/** Pays one invoice by card, in full or in part. */
export function PayInvoicePage({ id, above, lines }: PayInvoicePageProps) {
  const { taking, take } = useTakeFile();
  const { data, error, refetch } = useCall(readInvoice, { params: { id } }, { staleTime: 0 });
  const missing = error instanceof AppError && error.code === 'NOT_FOUND';
  if (!data)
    return (
      <Page title="Invoice" breadcrumbs={[above]}>
        {error ? (
          <EmptyState
            icon={ReceiptText}
            title={missing ? 'Invoice not found' : errorText(error)}
            action={
              missing ? (
                <Link to={above.to} className="inline-flex min-h-11 items-center text-accent-ink underline">
                  Choose an invoice
                </Link>
              ) : (
                <Button onClick={() => void refetch()}>Try again</Button>
              )
            }
          >
            {missing ? 'The invoice may belong to another organization.' : 'The invoice could not be read.'}
          </EmptyState>
        ) : (
          <Skeleton lines={6} label="The invoice" />
        )}
      </Page>
    );
  const { invoice, company } = data;
  return (
    <Page
      title={isPayable(data) ? `Pay ${invoice.invoiceNumber}` : invoice.invoiceNumber}
      breadcrumbs={[above]}
      badge={<StatusBadge display={INVOICE_STATUS[invoice.status]} />}
      actions={
        invoice.issuedAt !== null && (
          <Button
            icon={FileDown}
            busy={taking}
            onClick={() => take(callUrl(readInvoicePdf, { params: { id } }))}
          >
            PDF
          </Button>
        )
      }
    >
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Section title="Invoice">
          <KeyValues
            items={[
              { name: 'Balance due', value: formatMoney(invoice.balance) },
              { name: 'Total', value: formatMoney(invoice.totalDue) },
              { name: 'Paid', value: formatMoney(invoice.amountPaid) },
              { name: 'Due', value: formatDate(invoice.dueDate) },
              { name: 'Organization', value: company.name },
              invoice.orderId
                ? { name: 'Order', value: orderTitle(invoice) }
                : { name: 'Campaign', value: invoice.campaignCode ?? '' },
            ]}
          />
        </Section>
        <Section title="Payment">
          <div className="flex flex-col gap-4">
            {/* After a partial payment the form proposes the rest, not the same amount again. */}
            <PaymentForm key={invoice.amountPaid} invoiceView={data} refresh={() => refetch()} />
          </div>
        </Section>
        {lines(data)}
      </div>
    </Page>
  );
}
