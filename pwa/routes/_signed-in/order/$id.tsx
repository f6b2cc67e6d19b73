import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { WIZARD_STEPS } from '#db/ordering/drafts/submit-problems.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { WizardPage } from '#pwa/features/ordering/drafts/wizard-page.tsx';
import { useViewer } from '#pwa/features/ordering/viewer.ts';
import { LeaveGuard } from '#pwa/navigation/leave-guard.tsx';
import { lazyComponent } from '#pwa/ui/lazy-component.tsx';

// Most visits to a draft end before its payment.
const OrderCardForm = lazyComponent(() =>
  import('#pwa/features/billing/payments/order-card-form.tsx').then((loaded) => loaded.OrderCardForm),
);

const DraftRates = lazyComponent(() =>
  import('#pwa/features/ordering/shipments/draft-rates.tsx').then((loaded) => loaded.DraftRates),
);

const Search = z.object({ step: z.enum(WIZARD_STEPS).optional().catch(undefined) });

function Draft() {
  const { id } = Route.useParams();
  const { step } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { base } = useViewer();
  return (
    <OnlineQueries>
      <WizardPage
        key={id}
        id={id}
        step={step}
        onStep={(next) => void navigate({ search: { step: next } })}
        onDiscarded={() => void navigate({ to: '/order/create' })}
        onAnother={() => void navigate({ to: '/order/create', search: { like: id } })}
        orders={base}
        onFollow={() => void navigate({ to: `${base}/$id`, params: { id } })}
        leaving={(rows) => <LeaveGuard {...rows} />}
        rates={(draft) => <DraftRates {...draft} />}
        card={(order) => <OrderCardForm {...order} />}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/order/$id')({ validateSearch: Search, component: Draft });
