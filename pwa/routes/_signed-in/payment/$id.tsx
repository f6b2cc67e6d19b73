import { createFileRoute } from '@tanstack/react-router';
import { seesAllCompanies } from '#db/access/roles.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { InvoiceLines } from '#pwa/features/billing/invoices/invoice-lines.tsx';
import { PayInvoicePage } from '#pwa/features/billing/payments/pay-invoice-page.tsx';
import { useSession } from '#pwa/replica/session/session.ts';

const payment = { label: 'Payment', to: '/payment' } as const;
// Staff who take a card payment by phone come from the lab's list.
const billing = { label: 'Billing Invoices', to: '/billing/invoices' } as const;

function Pay() {
  const { id } = Route.useParams();
  const role = useSession().session?.user.role ?? 'COMPANY_USER';
  return (
    <OnlineQueries>
      <PayInvoicePage
        key={id}
        id={id}
        above={seesAllCompanies(role) ? billing : payment}
        lines={(invoice) => <InvoiceLines invoiceView={invoice} />}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/payment/$id')({ component: Pay });
