import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { AnalysesPage } from '#pwa/features/protocols/analyses/analyses-page.tsx';

function Analyses() {
  return (
    <OnlineQueries>
      <AnalysesPage />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/lab/analysis/')({ component: Analyses });
