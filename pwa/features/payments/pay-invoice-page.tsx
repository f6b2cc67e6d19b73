import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
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
}

/** Why the last try by card failed, if none came after it. */
const lastFailure = ({ payments }: ShownInvoice): string | null =>
  payments.filter(({ kind }) => kind === 'CARD').at(-1)?.failureCode ?? null;

function Paying({ shown, look }: { shown: ShownInvoice; look(): Promise<unknown> }) {
  const { invoice, actions } = shown;
  const { id, balance, status } = invoice;
  const [chosen, setChosen] = useState<ChosenAmount>({ whole: true, amount: '' });
  const amount = chosenCents(chosen, balance);
  const problem = amount === null ? 'Enter an amount, as in 125.50.' : cardAmountProblem(balance, amount);
  const stand = paymentStandOf(status);
  if (!actions.includes('pay') && stand !== 'processing')
    return (
      <Notice
        tone={stand === 'paid' ? 'success' : 'info'}
        title={
          stand === 'paid'
            ? 'Thank you. This invoice is paid in full.'
            : 'This invoice cannot be paid by card now.'
        }
      />
    );
  return (
    <>
      {status === 'PARTIALLY_PAID' && (
        <Notice
          tone="success"
          title={`${formatMoney(invoice.amountPaid)} has come. ${formatMoney(balance)} is still due.`}
        />
      )}
      {stand !== 'processing' && (
        <AmountChoice balance={balance} chosen={chosen} problem={problem} onChange={setChosen} />
      )}
      <CardForm
        // What is paid after a payment has come is another one.
        key={`${invoice.amountPaid} ${amount}`}
        amount={amount ?? balance}
        stand={stand}
        failureCode={lastFailure(shown)}
        notYet={chosen.whole || problem === null ? null : problem}
        ask={() => askForInvoice(id, amount ?? balance)}
        look={look}
      />
    </>
  );
}

/** Pays one invoice by card, whole or in part. */
export function PayInvoicePage({ id, above }: PayInvoicePageProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['invoice', 'paying', id],
    queryFn: ({ signal }) => callApi({ path: `/api/invoices/${id}`, answer: ShownInvoice, signal }),
    networkMode: 'always',
    staleTime: 0,
  });
  const missing = error instanceof AppError && error.code === 'NOT_FOUND';
  if (!data)
    return (
      <Page title="Pay an invoice" breadcrumbs={[above]}>
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
      title={`Pay ${invoice.invoiceNumber}`}
      breadcrumbs={[above]}
      badge={<LookBadge look={INVOICE_STATUS[invoice.status]} />}
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
            <Paying shown={data} look={() => refetch()} />
          </div>
        </Section>
      </div>
    </Page>
  );
}
