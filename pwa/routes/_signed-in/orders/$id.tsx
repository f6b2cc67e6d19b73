import { createFileRoute, useRouter } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { OrderPage } from '#pwa/features/ordering/orders/order-page.tsx';
import { OrderPackages } from '#pwa/features/ordering/shipments/order-packages.tsx';
import { OrderFiles } from '#pwa/features/records/files/files-panel.tsx';
import { NotesPanel } from '#pwa/features/records/notes/notes-panel.tsx';
import { OrderDecisions } from '#pwa/features/specimens/own/order-decisions.tsx';
import { RecalledResults } from '#pwa/features/specimens/own/recalled-results.tsx';

const list = { label: 'Orders', href: '/orders' };

function One() {
  const { id } = Route.useParams();
  const router = useRouter();
  const open = (path: string) => router.history.push(path);
  return (
    <OnlineQueries>
      <OrderPage
        id={id}
        list={list}
        onOpen={open}
        files={<OrderFiles orderId={id} />}
        notes={<NotesPanel targetType="Order" targetId={id} staff={false} />}
        decisions={({ specimens }) => (
          <>
            <RecalledResults specimens={specimens} />
            <OrderDecisions specimens={specimens} onOpen={open} />
          </>
        )}
        shipping={(order) => <OrderPackages order={order} />}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/orders/$id')({ component: One });
