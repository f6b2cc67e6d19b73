import { createFileRoute, useRouter } from '@tanstack/react-router';
import { SamplesPage } from '#pwa/features/samples/samples-page.tsx';

function Samples() {
  const navigate = Route.useNavigate();
  const router = useRouter();
  return (
    <SamplesPage
      onOpen={(id) => void navigate({ to: '/lab/samples/$id', params: { id } })}
      onGo={(path) => router.history.push(path)}
    />
  );
}

export const Route = createFileRoute('/_signed-in/lab/samples/')({ component: Samples });
