import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { LibrarySectionPage } from '#pwa/features/protocols/library/library-section-page.tsx';

function One() {
  const { id } = Route.useParams();
  return (
    <OnlineQueries>
      <LibrarySectionPage id={id} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/lab/sections/$id')({ component: One });
