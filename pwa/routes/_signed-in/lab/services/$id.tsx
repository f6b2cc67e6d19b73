import { createFileRoute, useRouter } from '@tanstack/react-router';
import { may } from '#db/access/grants.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { ManagedServicePage } from '#pwa/features/ordering/services/managed-service-page.tsx';
import { useSession } from '#pwa/replica/session/session.ts';

function One() {
  const { id } = Route.useParams();
  const router = useRouter();
  const role = useSession().session?.user.role;
  const priced = role !== undefined && may(role, 'lab/price:read');
  return (
    <OnlineQueries>
      <ManagedServicePage
        id={id}
        onPrices={priced ? () => router.history.push('/lab/protocols/pricing') : undefined}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/lab/services/$id')({ component: One });
