import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { DataSyncPage, DevicesPage } from '#pwa/features/records/data-sync/data-sync-page.tsx';
import { useReplicaIfAny } from '#pwa/replica/hooks/replica-context.tsx';
import { downloadUnsent } from '#pwa/replica/operations/export-unsent.ts';

const Search = z.object({
  tab: z.enum(['work', 'conflicts', 'devices', 'quarantine']).optional().catch(undefined),
});

function DataSync() {
  const replica = useReplicaIfAny();
  const { tab } = Route.useSearch();
  const navigate = Route.useNavigate();
  if (!replica)
    return (
      <OnlineQueries>
        <DevicesPage />
      </OnlineQueries>
    );
  return (
    <OnlineQueries>
      <DataSyncPage
        tab={tab ?? 'work'}
        onTab={(next) => void navigate({ search: Search.parse({ tab: next }), replace: true })}
        onExport={() => void downloadUnsent(replica)}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/data-sync')({
  validateSearch: Search,
  component: DataSync,
});
