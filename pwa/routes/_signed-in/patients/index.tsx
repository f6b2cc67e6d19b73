import { createFileRoute, useRouter } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { PatientsPage } from '#pwa/features/patients/patients-page.tsx';

function Patients() {
  const router = useRouter();
  return (
    <OnlineQueries>
      <PatientsPage onOpen={(id) => router.history.push(`/patients/${id}`)} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/patients/')({ component: Patients });
