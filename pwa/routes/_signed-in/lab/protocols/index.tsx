import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { ProtocolsPage } from '#pwa/features/protocols/protocols/protocols-page.tsx';

function Protocols() {
  return (
    <OnlineQueries>
      <ProtocolsPage />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/lab/protocols/')({ component: Protocols });
