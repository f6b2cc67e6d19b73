import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { SequencersPage } from '#pwa/features/sequencing/sequencers/sequencers-page.tsx';

function Sequencers() {
  return (
    <OnlineQueries>
      <SequencersPage />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/lab/inventory/sequencers/')({ component: Sequencers });
