import { createFileRoute, useRouter } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { ProjectsPage } from '#pwa/features/research/projects/projects-page.tsx';

function Projects() {
  const router = useRouter();
  return (
    <OnlineQueries>
      <ProjectsPage
        family="projects"
        title="Projects"
        onOpen={(id) => router.history.push(`/projects/${id}`)}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/projects/')({ component: Projects });
