import { createFileRoute } from '@tanstack/react-router';
import { SpecimensPage } from '#pwa/features/specimens/list/specimens-page.tsx';

function Specimens() {
  const navigate = Route.useNavigate();
  return (
    <SpecimensPage
      onOpen={(id) => void navigate({ to: '/lab/specimens/$id', params: { id } })}
      onReceive={() => void navigate({ to: '/lab/specimens/accession' })}
    />
  );
}

export const Route = createFileRoute('/_signed-in/lab/specimens/')({ component: Specimens });
