import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { LicencePage } from '#pwa/features/patients/licence-page.tsx';

function OneLicence() {
  const { id } = Route.useParams();
  return (
    <OnlineQueries>
      <LicencePage key={id} id={id} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/settings/licenses/$id')({ component: OneLicence });
