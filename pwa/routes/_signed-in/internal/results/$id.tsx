import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { RunPage } from '#pwa/features/sequencing/runs/run-page.tsx';

function One() {
  const { id } = Route.useParams();
  return (
    <OnlineQueries>
      <RunPage id={id} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/internal/results/$id')({ component: One });
