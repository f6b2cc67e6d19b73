import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { LicencesPage } from '#pwa/features/patients/licences-page.tsx';

function Licences() {
  const navigate = Route.useNavigate();
  return (
    <OnlineQueries>
      <LicencesPage onOpen={(id) => void navigate({ to: '/settings/licenses/$id', params: { id } })} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/settings/licenses/')({ component: Licences });
