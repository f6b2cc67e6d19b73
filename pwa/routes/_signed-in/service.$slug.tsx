import { createFileRoute } from '@tanstack/react-router';
import { may } from '#db/access/grants.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { ServicePage } from '#pwa/features/services/service-page.tsx';
import { useSession } from '#pwa/replica/session.ts';

function One() {
  const { slug } = Route.useParams();
  const navigate = Route.useNavigate();
  const role = useSession().session?.user.role;
  const orders = role !== undefined && may(role, 'create-order:create');
  return (
    <OnlineQueries>
      <ServicePage
        key={slug}
        slug={slug}
        onOrder={
          orders
            ? (protocolId) => void navigate({ href: `/order/create?protocolId=${protocolId}` })
            : undefined
        }
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/service/$slug')({ component: One });
