import { createFileRoute } from '@tanstack/react-router';
import { DisposeOfMany, useMayDispose } from '#pwa/features/samples/dispose-of-many.tsx';
import { RecentActsPanel } from '#pwa/features/samples/recent-acts-panel.tsx';
import { PlacePage } from '#pwa/features/storage/place-page.tsx';

function Place() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  const mayDispose = useMayDispose();
  return (
    <PlacePage
      key={id}
      id={id}
      onOpen={(to) => void navigate({ to: '/lab/inventory/storage-management/$id', params: { id: to } })}
      onOpenSample={(to) => void navigate({ to: '/lab/samples/$id', params: { id: to } })}
      recentActs={(place) => <RecentActsPanel containerId={place} />}
      disposal={mayDispose ? (samples, onDone) => <DisposeOfMany {...{ samples, onDone }} /> : null}
    />
  );
}

export const Route = createFileRoute('/_signed-in/lab/inventory/storage-management/$id')({
  component: Place,
});
