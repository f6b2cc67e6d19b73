import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { OrderPage } from '#pwa/features/ordering/orders/order-page.tsx';
import { OrderPackages } from '#pwa/features/ordering/shipments/order-packages.tsx';
import { RecordActivity } from '#pwa/features/records/activity/record-activity.tsx';
import { OrderDecisions } from '#pwa/features/specimens/own/order-decisions.tsx';
import { RecalledResults } from '#pwa/features/specimens/own/recalled-results.tsx';
import { orderTitle } from '#pwa/format/names.ts';
import type { AppLink } from '#pwa/ui/app-link.ts';

const list = { label: 'Orders', to: '/orders' } as const;

function One() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  const open = (link: AppLink) => void navigate(link);
  return (
    <OnlineQueries>
      <OrderPage
        id={id}
        list={list}
        onOpen={open}
        activity={(order, events) => (
          <RecordActivity targetType="Order" targetId={id} number={orderTitle(order)} events={events} />
        )}
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
