import { createFileRoute, useRouter } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { ProjectsPage } from '#pwa/features/research/projects/projects-page.tsx';

function Projects() {
  const router = useRouter();
  return (
    <OnlineQueries>
      <ProjectsPage
        family="lab/projects"
        title="Lab Projects"
        onOpen={(id) => router.history.push(`/lab/projects/${id}`)}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/lab/projects/')({ component: Projects });
