import { createFileRoute } from '@tanstack/react-router';
import { SamplesPage } from '#pwa/features/samples/samples-page.tsx';

function Samples() {
  const navigate = Route.useNavigate();
  return (
    <SamplesPage
      onOpen={(id) => void navigate({ to: '/lab/samples/$id', params: { id } })}
      onGo={(link) => void navigate(link)}
    />
  );
}

export const Route = createFileRoute('/_signed-in/lab/samples/')({ component: Samples });
