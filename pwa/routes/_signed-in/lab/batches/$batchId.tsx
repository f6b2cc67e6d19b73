import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { WellName } from '#db/values/plate-well.ts';
import { BatchPage } from '#pwa/features/batches/batch-page.tsx';
import { BATCH_TABS } from '#pwa/features/batches/batch-tab.ts';
import { VersionChanges } from '#pwa/features/protocols/procedures/content-comparison.tsx';
import { PlanSectionsDialog } from '#pwa/features/protocols/sections/plan-sections-dialog.tsx';
import { BenchActivity } from '#pwa/features/records/activity/bench-activity.tsx';
import { LoadingPanel } from '#pwa/features/sequencing/loading/loading-panel.tsx';
import { SampleSheetButton } from '#pwa/features/sequencing/sheets/sample-sheet-button.tsx';

const Search = z.object({
  tab: z.enum(BATCH_TABS).optional().catch(undefined),
  /** The highlighted well of the plate, for links from a tube. */
  well: WellName.optional().catch(undefined),
});

function Batch() {
  const { batchId } = Route.useParams();
  const { tab, well } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <BatchPage
      key={batchId}
      batchId={batchId}
      tab={tab ?? 'overview'}
      {...(well ? { well } : {})}
      comparison={(from, to) => <VersionChanges from={from} to={to} />}
      planning={(sections, onClose) => <PlanSectionsDialog sections={sections} onClose={onClose} />}
      loading={({ batch, samples, controls }) => (
        <LoadingPanel
          batchId={batchId}
          sampleSheet={<SampleSheetButton batch={batch} samples={samples} controls={controls} />}
        />
      )}
      activity={(number, events) => (
        <BenchActivity targetType="Batch" targetId={batchId} number={number} events={events} />
      )}
      onTab={(next) => void navigate({ search: { tab: next }, replace: true })}
    />
  );
}

export const Route = createFileRoute('/_signed-in/lab/batches/$batchId')({
  validateSearch: Search,
  component: Batch,
});
