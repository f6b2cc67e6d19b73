import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { ProjectsPage } from '#pwa/features/research/projects/projects-page.tsx';

function Projects() {
  const navigate = Route.useNavigate();
  return (
    <OnlineQueries>
      <ProjectsPage
        family="lab/projects"
        title="Lab Projects"
        onOpen={(id) => void navigate({ to: '/lab/projects/$id', params: { id } })}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/lab/projects/')({ component: Projects });
