import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { RecentActsPanel } from '#pwa/features/samples/recent-acts-panel.tsx';
import { StoragePage } from '#pwa/features/storage/storage-page.tsx';

const Search = z.object({ place: z.string().max(64).optional().catch(undefined) });

function Storage() {
  const { place } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <StoragePage
      chosen={place ?? null}
      onChoose={(id) => void navigate({ search: { place: id }, replace: true, resetScroll: false })}
      onOpen={(id) => void navigate({ to: '/lab/inventory/storage-management/$id', params: { id } })}
      onOpenSample={(id) => void navigate({ to: '/lab/samples/$id', params: { id } })}
      recentActs={(place) => <RecentActsPanel containerId={place} />}
    />
  );
}

export const Route = createFileRoute('/_signed-in/lab/inventory/storage-management/')({
  validateSearch: Search,
  component: Storage,
});
