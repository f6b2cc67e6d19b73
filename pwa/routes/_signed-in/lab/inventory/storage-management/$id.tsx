import { createFileRoute } from '@tanstack/react-router';
import { DisposeOfMany, useMayDispose } from '#pwa/features/samples/custody/end-samples-dialog.tsx';
import { RecentOperationsPanel } from '#pwa/features/samples/placing/recent-operations-panel.tsx';
import { PlacePage } from '#pwa/features/storage/place-detail.tsx';

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
      recentOperations={(place) => <RecentOperationsPanel containerId={place} />}
      disposal={mayDispose ? (samples, onDone) => <DisposeOfMany {...{ samples, onDone }} /> : null}
    />
  );
}

export const Route = createFileRoute('/_signed-in/lab/inventory/storage-management/$id')({
  component: Place,
});
