import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { BatchPage } from '#pwa/features/batches/batch-page.tsx';
import { BATCH_TABS } from '#pwa/features/batches/batch-tab.ts';

const Search = z.object({ tab: z.enum(BATCH_TABS).optional().catch(undefined) });

function Batch() {
  const { batchId } = Route.useParams();
  const { tab } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <BatchPage
      key={batchId}
      batchId={batchId}
      tab={tab ?? 'overview'}
      onTab={(next) => void navigate({ search: { tab: next }, replace: true })}
    />
  );
}

export const Route = createFileRoute('/_signed-in/lab/batches/$batchId')({
  validateSearch: Search,
  component: Batch,
});
