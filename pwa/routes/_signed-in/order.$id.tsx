import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { WIZARD_STEPS } from '#db/ordering/submit-problems.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { useViewer } from '#pwa/features/ordering/viewer.ts';
import { WizardPage } from '#pwa/features/ordering/wizard/wizard-page.tsx';

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
        orderHref={`${base}/${id}`}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/order/$id')({ validateSearch: Search, component: Draft });
