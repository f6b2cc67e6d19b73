import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { FlowsPage } from '#pwa/features/protocols/flows/flows-page.tsx';

function Flows() {
  return (
    <OnlineQueries>
      <FlowsPage />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/lab/flows/')({ component: Flows });
