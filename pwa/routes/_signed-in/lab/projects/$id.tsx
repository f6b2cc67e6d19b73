import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { NotesPanel } from '#pwa/features/records/notes/notes-panel.tsx';
import { ProjectPage } from '#pwa/features/research/projects/project-page.tsx';

const list = { label: 'Lab Projects', to: '/lab/projects' } as const;

function One() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <OnlineQueries>
      <ProjectPage
        id={id}
        family="lab/projects"
        list={list}
        orders="/lab/orders"
        onOpenOrder={(orderId) => void navigate({ to: '/lab/orders/$id', params: { id: orderId } })}
        onAllOrders={() => void navigate({ to: '/lab/orders', search: { projectId: id } })}
        onDeleted={() => void navigate({ to: '/lab/projects' })}
        notes={<NotesPanel targetType="Project" targetId={id} staff />}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/lab/projects/$id')({ component: One });
