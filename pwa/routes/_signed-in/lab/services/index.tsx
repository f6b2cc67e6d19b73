import { createFileRoute, useRouter } from '@tanstack/react-router';
import { may } from '#db/access/grants.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { ManagedServicesPage } from '#pwa/features/ordering/services/managed-services-page.tsx';
import { useSession } from '#pwa/replica/session/session.ts';

function Services() {
  const router = useRouter();
  const role = useSession().session?.user.role;
  const priced = role !== undefined && may(role, 'lab/price:read');
  return (
    <OnlineQueries>
      <ManagedServicesPage
        onOpen={(id) => router.history.push(`/lab/services/${id}`)}
        onPrices={priced ? () => router.history.push('/lab/protocols/pricing') : undefined}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/lab/services/')({ component: Services });
