import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { ProcedurePage } from '#pwa/features/protocols/procedures/procedure-page.tsx';

function One() {
  const { id } = Route.useParams();
  return (
    <OnlineQueries>
      <ProcedurePage id={id} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/lab/procedures/$id')({ component: One });
