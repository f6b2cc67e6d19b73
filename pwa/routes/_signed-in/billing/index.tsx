import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { BillingPage } from '#pwa/features/billing/invoices/billing-page.tsx';

function BillingQueueRoute() {
  const navigate = useNavigate();
  return (
    <OnlineQueries>
      <BillingPage
        onQueue={() => void navigate({ to: '/queue' })}
        onInvoices={(search) => void navigate({ to: '/billing/invoices', search })}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/billing/')({ component: BillingQueueRoute });
