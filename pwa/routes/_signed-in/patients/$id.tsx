import { createFileRoute } from '@tanstack/react-router';
import { seesAllCompanies } from '#db/access/roles.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { useShell } from '#pwa/app/shell.ts';
import { PatientPage } from '#pwa/features/patients/patient-page.tsx';

function One() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  const { user } = useShell();
  const orders = user?.role && seesAllCompanies(user.role) ? '/lab/orders' : '/orders';
  return (
    <OnlineQueries>
      <PatientPage
        id={id}
        orders={orders}
        onOpenOrder={(orderId) => void navigate({ to: `${orders}/$id`, params: { id: orderId } })}
        onArchived={() => void navigate({ to: '/patients' })}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/patients/$id')({ component: One });
