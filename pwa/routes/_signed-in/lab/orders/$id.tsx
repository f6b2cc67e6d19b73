import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { OrderAdjustments } from '#pwa/features/billing/adjustments/order-adjustments.tsx';
import { OrderPage } from '#pwa/features/ordering/orders/order-page.tsx';
import { OrderPackages } from '#pwa/features/ordering/shipments/order-packages.tsx';
import { RecordActivity } from '#pwa/features/records/activity/record-activity.tsx';
import { OrderResults } from '#pwa/features/sequencing/results/order-results.tsx';
import { OrderDecisions } from '#pwa/features/specimens/own/order-decisions.tsx';
import { orderTitle } from '#pwa/format/names.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import type { AppLink } from '#pwa/ui/app-link.ts';

const list = { label: 'Lab Orders', to: '/lab/orders' } as const;

function One() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  const role = useSession().session?.user.role ?? 'COMPANY_USER';
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
        results={(order) => <OrderResults order={order} />}
        decisions={({ specimens }) => <OrderDecisions specimens={specimens} onOpen={open} />}
        shipping={(order) => <OrderPackages order={order} />}
        adjustments={(order) => <OrderAdjustments order={order} role={role} />}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/lab/orders/$id')({ component: One });
