import { createFileRoute, useRouter } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { BillingPage } from '#pwa/features/billing/invoices/billing-page.tsx';

function BillingQueueRoute() {
  const router = useRouter();
  return (
    <OnlineQueries>
      <BillingPage onOpen={(path) => router.history.push(path)} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/billing/')({ component: BillingQueueRoute });
