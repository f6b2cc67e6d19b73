import { createFileRoute } from '@tanstack/react-router';
import { may } from '#db/access/grants.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { AdjustmentsList } from '#pwa/features/billing/adjustments/adjustments-list.tsx';
import { WaitingProjectPrices } from '#pwa/features/billing/prices/waiting-project-prices.tsx';
import { ApprovalsPage } from '#pwa/features/ordering/approvals/approvals-page.tsx';
import { useViewer } from '#pwa/features/ordering/viewer.ts';
import { useQueryParameters } from '#pwa/navigation/use-query-parameters.ts';
import { useSession } from '#pwa/replica/session/session.ts';

function Approvals() {
  const navigate = Route.useNavigate();
  const { base } = useViewer();
  const role = useSession().session?.user.role ?? 'COMPANY_USER';
  const readsPrices = may(role, 'lab/price-adjustments:read');
  const { parameters, update } = useQueryParameters();
  return (
    <OnlineQueries>
      <ApprovalsPage
        tab={parameters.get('tab') ?? 'mine'}
        onTab={(tab) => update({ tab: tab === 'mine' ? null : tab })}
        onOpen={(id) => void navigate({ to: `${base}/$id`, params: { id } })}
        priceChanges={
          readsPrices && (
            <>
              <AdjustmentsList
                waiting
                onOpenOrder={(id) => void navigate({ to: '/lab/orders/$id', params: { id } })}
              />
              <WaitingProjectPrices />
            </>
          )
        }
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/approvals/')({ component: Approvals });
