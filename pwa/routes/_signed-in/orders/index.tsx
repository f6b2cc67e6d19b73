import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { OrdersPage } from '#pwa/features/ordering/orders/orders-page.tsx';

function Orders() {
  const navigate = Route.useNavigate();
  return (
    <OnlineQueries>
      <OrdersPage
        title="Orders"
        base="/orders"
        onOpen={(id) => void navigate({ to: '/orders/$id', params: { id } })}
        onDraft={(id) => void navigate({ to: '/order/$id', params: { id } })}
        onNewOrder={() => void navigate({ to: '/order/create' })}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/orders/')({ component: Orders });
