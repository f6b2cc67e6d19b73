import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { LicensesPage } from '#pwa/features/patients/licenses-page.tsx';

function Licenses() {
  const navigate = Route.useNavigate();
  return (
    <OnlineQueries>
      <LicensesPage onOpen={(id) => void navigate({ to: '/settings/licenses/$id', params: { id } })} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/settings/licenses/')({ component: Licenses });
