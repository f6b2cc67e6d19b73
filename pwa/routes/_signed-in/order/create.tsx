import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { StartPage } from '#pwa/features/ordering/drafts/start-page.tsx';

const Search = z.object({
  like: z.string().optional().catch(undefined),
  protocolId: z.string().optional().catch(undefined),
});

function Start() {
  const { like, protocolId } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <OnlineQueries>
      <StartPage
        like={like}
        requestedProtocolId={protocolId}
        onStarted={(id) => void navigate({ to: '/order/$id', params: { id }, search: { step: 'details' } })}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/order/create')({
  validateSearch: Search,
  component: Start,
});
