import { createFileRoute, useRouter } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { OrdersPage } from '#pwa/features/ordering/orders/orders-page.tsx';

function Orders() {
  const router = useRouter();
  return (
    <OnlineQueries>
      <OrdersPage title="Orders" base="/orders" onOpen={(path) => router.history.push(path)} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/orders/')({ component: Orders });
