import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { RunsPage } from '#pwa/features/sequencing/runs/runs-page.tsx';

function Runs() {
  return (
    <OnlineQueries>
      <RunsPage />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/internal/results/')({ component: Runs });
