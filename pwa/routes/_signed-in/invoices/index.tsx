import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { InvoicesPage } from '#pwa/features/billing/invoices/invoices-page.tsx';

function InvoicesRoute() {
  const navigate = useNavigate();
  return (
    <OnlineQueries>
      <InvoicesPage
        portal="invoices"
        onOpen={(link) => void navigate(link)}
        onStatement={(search) => void navigate({ to: '/invoices', search })}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/invoices/')({ component: InvoicesRoute });
