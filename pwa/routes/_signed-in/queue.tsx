import { createFileRoute, useRouter } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { BillingQueuePage } from '#pwa/features/billing/invoices/billing-queue-page.tsx';

function QueueRoute() {
  const router = useRouter();
  return (
    <OnlineQueries>
      <BillingQueuePage onOpen={(path) => router.history.push(path)} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/queue')({ component: QueueRoute });
