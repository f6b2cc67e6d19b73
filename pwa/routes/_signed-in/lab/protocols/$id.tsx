import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { ProtocolPage } from '#pwa/features/protocols/protocols/protocol-page.tsx';

function One() {
  const { id } = Route.useParams();
  return (
    <OnlineQueries>
      <ProtocolPage id={id} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/lab/protocols/$id')({ component: One });
