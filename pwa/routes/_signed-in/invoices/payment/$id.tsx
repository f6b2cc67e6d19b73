import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { InvoiceLines } from '#pwa/features/billing/invoices/invoice-lines.tsx';
import { PayInvoicePage } from '#pwa/features/billing/payments/pay-invoice-page.tsx';

const above = { label: 'Invoices', to: '/invoices' } as const;

function Pay() {
  const { id } = Route.useParams();
  return (
    <OnlineQueries>
      <PayInvoicePage
        key={id}
        id={id}
        above={above}
        lines={(invoice) => <InvoiceLines invoiceView={invoice} />}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/invoices/payment/$id')({ component: Pay });
