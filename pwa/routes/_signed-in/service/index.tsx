import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { CataloguePage } from '#pwa/features/ordering/services/catalogue-page.tsx';

function Services() {
  const navigate = Route.useNavigate();
  return (
    <OnlineQueries>
      <CataloguePage onOpen={(slug) => void navigate({ to: '/service/$slug', params: { slug } })} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/service/')({ component: Services });
