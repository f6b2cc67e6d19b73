import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { FlowPage } from '#pwa/features/protocols/flows/flow-page.tsx';

function One() {
  const { id } = Route.useParams();
  return (
    <OnlineQueries>
      <FlowPage id={id} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/lab/flows/$id')({ component: One });
