import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { PayablePage } from '#pwa/features/billing/payments/payable-page.tsx';

function PayableInvoicesRoute() {
  const navigate = useNavigate();
  return (
    <OnlineQueries>
      <PayablePage
        title="Payment"
        base="/payment"
        onOpen={(id) => void navigate({ to: '/payment/$id', params: { id } })}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/payment/')({ component: PayableInvoicesRoute });
