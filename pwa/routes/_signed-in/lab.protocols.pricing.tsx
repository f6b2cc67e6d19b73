import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { PricingPage } from '#pwa/features/pricing/pricing-page.tsx';
import { useSession } from '#pwa/replica/session.ts';

function Pricing() {
  const role = useSession().session?.user.role ?? 'COMPANY_USER';
  return (
    <OnlineQueries>
      <PricingPage role={role} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/lab/protocols/pricing')({ component: Pricing });
