import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { ProjectsPage } from '#pwa/features/research/projects/projects-page.tsx';

function Projects() {
  const navigate = Route.useNavigate();
  return (
    <OnlineQueries>
      <ProjectsPage
        family="projects"
        title="Projects"
        onOpen={(id) => void navigate({ to: '/projects/$id', params: { id } })}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/projects/')({ component: Projects });
