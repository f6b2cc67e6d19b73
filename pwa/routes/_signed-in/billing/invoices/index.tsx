import { createFileRoute, useRouter } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { InvoicesPage } from '#pwa/features/billing/invoices/invoices-page.tsx';

function InvoicesRoute() {
  const router = useRouter();
  return (
    <OnlineQueries>
      <InvoicesPage portal="billing" onOpen={(path) => router.history.push(path)} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/billing/invoices/')({ component: InvoicesRoute });
