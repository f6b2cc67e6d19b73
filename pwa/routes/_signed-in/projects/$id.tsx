import { createFileRoute } from '@tanstack/react-router';
import { seesAllCompanies } from '#db/access/roles.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { useShell } from '#pwa/app/shell.ts';
import { NotesPanel } from '#pwa/features/records/notes/notes-panel.tsx';
import { ProjectPage } from '#pwa/features/research/projects/project-page.tsx';

const list = { label: 'Projects', to: '/projects' } as const;

function One() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  const { user } = useShell();
  const staff = user?.role ? seesAllCompanies(user.role) : false;
  const orders = staff ? '/lab/orders' : '/orders';
  return (
    <OnlineQueries>
      <ProjectPage
        id={id}
        family="projects"
        list={list}
        orders={orders}
        onOpenOrder={(orderId) => void navigate({ to: `${orders}/$id`, params: { id: orderId } })}
        onAllOrders={() => void navigate({ to: orders, search: { projectId: id } })}
        onDeleted={() => void navigate({ to: '/projects' })}
        notes={<NotesPanel targetType="Project" targetId={id} staff={staff} />}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/projects/$id')({ component: One });
