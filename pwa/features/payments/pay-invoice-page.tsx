import { useQuery } from '@tanstack/react-query';
import { FileDown, ReceiptText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { lastCardTry } from '#db/billing/card-try.ts';
import { INVOICE_STATUS } from '#db/billing/invoice-status.ts';
import { cardAmountProblem } from '#db/billing/payable-amount.ts';
import { ShownInvoice } from '#db/billing/shown-invoice.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { callApi } from '#pwa/api/client.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { formatMoney } from '#pwa/format/money.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { useTakeFile } from '#pwa/ui/list/views/use-take-file.ts';
import { LookBadge } from '#pwa/ui/look-badge.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Page, Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { AmountChoice, type ChosenAmount, chosenCents } from './amount-choice.tsx';
import { CardForm } from './card-form.tsx';
import { askForInvoice } from './payment-client.ts';
import { paymentStandOf } from './payment-stand.ts';

interface PayInvoicePageProps {
  id: string;
  /** The page that this one lies below. */
  above: { label: string; href: string };
  /** What is billed, line by line. */
  lines(shown: ShownInvoice): ReactNode;
}

/** Is there something to pay here, or on its way? Otherwise the page only shows the invoice. */
const isPaidHere = ({ actions, invoice }: ShownInvoice): boolean =>
  actions.includes('pay') || paymentStandOf(invoice.status) === 'processing';

/** Why there is nothing to pay by card. */
function notPaidNow({ status, issuedAt }: ShownInvoice['invoice']): string {
  if (status === 'VOID' || status === 'CANCELED')
    return `This invoice is “${INVOICE_STATUS[status].label}”. Nothing is to be paid.`;
  return issuedAt === null
    ? 'This invoice is not issued yet. It is paid from the day on which it is.'
    : 'This invoice cannot be paid by card now.';
}

function Paying({ shown, look }: { shown: ShownInvoice; look(): Promise<unknown> }) {
  const { invoice } = shown;
  const { id, balance, status } = invoice;
  const [chosen, setChosen] = useState<ChosenAmount>({ whole: true, amount: '' });
  const amount = chosenCents(chosen, balance);
  const problem = amount === null ? 'Enter an amount, as in 125.50.' : cardAmountProblem(balance, amount);
  const stand = paymentStandOf(status);
  const lastTry = lastCardTry(shown.payments);
  // What is sent is not changed any more.
  const [sent, setSent] = useState(false);
  // Beside the amount it is said already.
  const said = chosen.amount !== '' ? '' : problem;
  if (!isPaidHere(shown))
    return (
      <Notice
        tone={stand === 'paid' ? 'success' : 'info'}
        title={stand === 'paid' ? 'This invoice is paid in full.' : notPaidNow(invoice)}
      >
        {stand !== 'paid' && lastTry?.end === 'REFUNDED' && (
          <p>{`The payment of ${formatMoney(lastTry.amount)} is refunded to the card.`}</p>
        )}
      </Notice>
    );
  return (
    <>
      {status === 'PARTIALLY_PAID' && (
        <Notice
          tone="success"
          title={`${formatMoney(invoice.amountPaid)} has come. ${formatMoney(balance)} is still due.`}
        />
      )}
      {stand !== 'processing' && !sent && (
        <AmountChoice balance={balance} chosen={chosen} problem={problem} onChange={setChosen} />
      )}
      <CardForm
        // What is paid after a payment has come is another one.
        key={`${invoice.amountPaid} ${amount}`}
        amount={amount ?? balance}
        stand={stand}
        lastTry={lastTry}
        notYet={chosen.whole || problem === null ? null : said}
        onSent={setSent}
        ask={async () => {
          const asked = await askForInvoice(id, amount ?? balance);
          // What failed before is known before anything is sent, so that it is not taken for the answer.
          await look().catch(() => undefined);
          return asked;
        }}
        look={look}
      />
    </>
  );
}

/** Pays one invoice by card, whole or in part. */
export function PayInvoicePage({ id, above, lines }: PayInvoicePageProps) {
  const { taking, take } = useTakeFile();
  const { data, error, refetch } = useQuery({
    queryKey: ['invoice', 'paying', id],
    queryFn: ({ signal }) => callApi({ path: `/api/invoices/${id}`, answer: ShownInvoice, signal }),
    networkMode: 'always',
    staleTime: 0,
  });
  const missing = error instanceof AppError && error.code === 'NOT_FOUND';
  if (!data)
    return (
      <Page title="Invoice" breadcrumbs={[above]}>
        {error ? (
          <EmptyState
            icon={ReceiptText}
            title={
              missing
                ? 'This invoice is not here'
                : error instanceof AppError
                  ? error.message
                  : MESSAGES.unknownError
            }
            action={
              missing ? (
                <a href={above.href} className="inline-flex min-h-11 items-center text-accent-ink underline">
                  Choose an invoice
                </a>
              ) : (
                <Button onClick={() => void refetch()}>Try again</Button>
              )
            }
          >
            {missing ? 'It may be of another organization.' : 'The invoice could not be read.'}
          </EmptyState>
        ) : (
          <Skeleton lines={6} label="The invoice" />
        )}
      </Page>
    );
  const { invoice, company } = data;
  return (
    <Page
      title={isPaidHere(data) ? `Pay ${invoice.invoiceNumber}` : invoice.invoiceNumber}
      breadcrumbs={[above]}
      badge={<LookBadge look={INVOICE_STATUS[invoice.status]} />}
      actions={
        invoice.issuedAt !== null && (
          <Button icon={FileDown} busy={taking} onClick={() => take(`/api/invoices/${id}/pdf`)}>
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
              invoice.orderNumber
                ? { name: 'Order', value: invoice.orderNumber }
                : { name: 'Campaign', value: invoice.campaignCode ?? '' },
            ]}
          />
        </Section>
        <Section title="Payment">
          <div className="flex flex-col gap-4">
            {/* After a part has come the rest is asked for, not the same part again. */}
            <Paying key={invoice.amountPaid} shown={data} look={() => refetch()} />
          </div>
        </Section>
        {lines(data)}
      </div>
    </Page>
  );
}
