import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { PayInvoicePage } from '#pwa/features/payments/pay-invoice-page.tsx';

const above = { label: 'Payment', href: '/payment' };

function Pay() {
  const { id } = Route.useParams();
  return (
    <OnlineQueries>
      <PayInvoicePage key={id} id={id} above={above} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/payment/$id')({ component: Pay });
