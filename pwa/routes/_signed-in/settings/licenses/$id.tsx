import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { LicensePage } from '#pwa/features/patients/license-page.tsx';

function LicenseRoute() {
  const { id } = Route.useParams();
  return (
    <OnlineQueries>
      <LicensePage key={id} id={id} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/settings/licenses/$id')({ component: LicenseRoute });
