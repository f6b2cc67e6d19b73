import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { OwnSpecimensPage } from '#pwa/features/specimens/own/own-specimens-page.tsx';

function Specimens() {
  const navigate = Route.useNavigate();
  return (
    <OnlineQueries>
      <OwnSpecimensPage onOpen={(id) => void navigate({ to: '/specimens/$id', params: { id } })} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/specimens/')({ component: Specimens });
