import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { LotsToCount } from '#pwa/features/inventory/lots/lots-to-count.tsx';
import { DisposeOfMany, useMayDispose } from '#pwa/features/samples/custody/end-samples-dialog.tsx';
import { RecentOperationsPanel } from '#pwa/features/samples/placing/recent-operations-panel.tsx';
import { StoragePage } from '#pwa/features/storage/storage-page.tsx';

const Search = z.object({ place: z.string().max(64).optional().catch(undefined) });

function Storage() {
  const { place } = Route.useSearch();
  const navigate = Route.useNavigate();
  const mayDispose = useMayDispose();
  return (
    <StoragePage
      selectedId={place ?? null}
      onChoose={(id) => void navigate({ search: { place: id }, replace: true, resetScroll: false })}
      onOpen={(id) => void navigate({ to: '/lab/inventory/storage-management/$id', params: { id } })}
      onOpenSample={(id) => void navigate({ to: '/lab/samples/$id', params: { id } })}
      recentOperations={(place) => <RecentOperationsPanel containerId={place} />}
      toCount={<LotsToCount />}
      disposal={mayDispose ? (samples, onDone) => <DisposeOfMany {...{ samples, onDone }} /> : null}
    />
  );
}

export const Route = createFileRoute('/_signed-in/lab/inventory/storage-management/')({
  validateSearch: Search,
  component: Storage,
});
