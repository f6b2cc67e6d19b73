import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { BillingQueuePage } from '#pwa/features/billing/invoices/billing-queue-page.tsx';

function QueueRoute() {
  const navigate = useNavigate();
  return (
    <OnlineQueries>
      <BillingQueuePage onOpen={(link) => void navigate(link)} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/queue')({ component: QueueRoute });
