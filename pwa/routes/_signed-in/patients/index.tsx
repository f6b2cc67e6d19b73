import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { PatientsPage } from '#pwa/features/patients/patients-page.tsx';

function Patients() {
  const navigate = Route.useNavigate();
  return (
    <OnlineQueries>
      <PatientsPage onOpen={(id) => void navigate({ to: '/patients/$id', params: { id } })} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/patients/')({ component: Patients });
