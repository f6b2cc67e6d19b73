import { createFileRoute } from '@tanstack/react-router';
import { may } from '#db/access/grants.ts';
import { isOneOf, STAFF_ROLES } from '#db/access/roles.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { startOrder } from '#pwa/features/ordering/drafts/draft-client.ts';
import { ServicePage } from '#pwa/features/ordering/services/service-page.tsx';
import { useSession } from '#pwa/replica/session/session.ts';

function One() {
  const { slug } = Route.useParams();
  const navigate = Route.useNavigate();
  const role = useSession().session?.user.role;
  const order = async (protocolId: string): Promise<void> => {
    if (role === undefined) return;
    // Staff first choose the customer of the order.
    if (isOneOf(role, STAFF_ROLES)) return navigate({ to: '/order/create', search: { protocolId } });
    const id = await startOrder(role, { protocolId, companyId: null });
    return navigate({ to: '/order/$id', params: { id }, search: { step: 'details' } });
  };
  const orders = role !== undefined && may(role, 'create-order:create');
  // Staff see the standard prices here; the wizard loads a customer's prices with the organization.
  const quotes = role !== undefined && may(role, 'lab/services:create') && !isOneOf(role, STAFF_ROLES);
  return (
    <OnlineQueries>
      <ServicePage key={slug} slug={slug} onOrder={orders ? order : undefined} quotes={quotes} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/service/$slug')({ component: One });
