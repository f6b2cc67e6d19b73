import { createFileRoute, useRouter } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { OrderPage } from '#pwa/features/ordering/orders/order-page.tsx';

const list = { label: 'Orders', href: '/orders' };

function One() {
  const { id } = Route.useParams();
  const router = useRouter();
  return (
    <OnlineQueries>
      <OrderPage id={id} list={list} onOpen={(path) => router.history.push(path)} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/orders/$id')({ component: One });
