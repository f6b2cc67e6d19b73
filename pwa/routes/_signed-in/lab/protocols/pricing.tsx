import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { PricingPage } from '#pwa/features/billing/prices/pricing-page.tsx';
import { useQueryParameters } from '#pwa/navigation/use-query-parameters.ts';
import { useSession } from '#pwa/replica/session/session.ts';

function Pricing() {
  const role = useSession().session?.user.role ?? 'COMPANY_USER';
  const navigate = useNavigate();
  const { parameters, update } = useQueryParameters();
  return (
    <OnlineQueries>
      <PricingPage
        role={role}
        tab={parameters.get('tab') ?? 'list'}
        onTab={(tab) => update({ tab: tab === 'list' ? null : tab })}
        onOpenOrder={(id) => void navigate({ to: '/lab/orders/$id', params: { id } })}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/lab/protocols/pricing')({ component: Pricing });
