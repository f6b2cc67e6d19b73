import { createFileRoute, useRouter } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { PayablePage } from '#pwa/features/billing/payments/payable-page.tsx';

function PayableInvoicesRoute() {
  const router = useRouter();
  return (
    <OnlineQueries>
      <PayablePage
        title="Pay an invoice"
        base="/invoices/payment"
        onOpen={(path) => router.history.push(path)}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/invoices/payment/')({ component: PayableInvoicesRoute });
