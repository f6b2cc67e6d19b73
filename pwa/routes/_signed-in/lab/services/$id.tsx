import { createFileRoute } from '@tanstack/react-router';
import { may } from '#db/access/grants.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { ManagedServicePage } from '#pwa/features/ordering/services/managed-service-page.tsx';
import { useSession } from '#pwa/replica/session/session.ts';

function One() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  const role = useSession().session?.user.role;
  const priced = role !== undefined && may(role, 'lab/price:read');
  return (
    <OnlineQueries>
      <ManagedServicePage
        id={id}
        onPrices={priced ? () => void navigate({ to: '/lab/protocols/pricing' }) : undefined}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/lab/services/$id')({ component: One });
