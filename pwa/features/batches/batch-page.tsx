import { useNavigate } from '@tanstack/react-router';
import { Layers } from 'lucide-react';
import type { ReactNode } from 'react';
import { BATCH_STATUS_DISPLAY } from '#db/batches/batch.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { useAbsence } from '#pwa/replica/hooks/use-still-fetching.ts';
import { Absent } from '#pwa/ui/absent.tsx';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { DetailPage } from '#pwa/ui/detail-page.tsx';
import { EntityBadge } from '#pwa/ui/entity-badge.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { BatchActions } from './batch-actions.tsx';
import { type BatchActivity, BatchOverview } from './batch-overview.tsx';
import { BatchSamples } from './batch-samples.tsx';
import { BatchSections, type Planning } from './batch-sections.tsx';
import { BATCH_TABS, type BatchTab } from './batch-tab.ts';
import { BATCH_COLLECTIONS, type BatchView, readBatchView } from './batch-view.ts';
import { PlateEditor } from './layout/plate-editor.tsx';
import { useOutputPlate } from './layout/use-output-plate.tsx';
import { NewerVersionNotice, type RenderComparison } from './newer-version.tsx';

/** Follow one batch: undefined while it is read, null when this device does not have it. */
export const useBatchView = (batchId: string): BatchView | null | undefined =>
  useRuleRead(BATCH_COLLECTIONS, batchId, (tx, context) => readBatchView(tx, context, batchId));

const BREADCRUMBS = [{ label: 'Batches', to: '/lab/batches' }] as const;

interface BatchPageProps {
  batchId: string;
  tab: BatchTab;
  /** The well that the plate highlights at first. */
  well?: string;
  onTab(tab: BatchTab): void;
  /** The dialog that plans sections for a user; the route passes it from another feature. */
  planning: Planning;
  comparison: RenderComparison;
  /** The pools, flow cells and sample sheet of a sequencing batch; the route passes them from another feature. */
  loading(view: BatchView): ReactNode;
  /** Its events with its notes; the route passes them from another feature. */
  activity: BatchActivity;
}

function Loaded({
  view,
  tab,
  well,
  onTab,
  planning,
  comparison,
  loading,
  activity,
}: Omit<BatchPageProps, 'batchId'> & { view: BatchView }) {
  const { batch } = view;
  const navigate = useNavigate();
  const plate = useOutputPlate(view);
  const contents = {
    overview: {
      label: 'Overview',
      content: <BatchOverview view={view} activity={activity} outputPlate={plate.panel} />,
    },
    plate: { label: 'Plate', content: <PlateEditor view={view} {...(well ? { well } : {})} /> },
    sections: { label: 'Sections', content: <BatchSections view={view} planning={planning} /> },
    samples: {
      label: 'Samples',
      content: (
        <BatchSamples
          view={view}
          onOpen={(id) => void navigate({ to: '/lab/samples/$id', params: { id } })}
        />
      ),
    },
    'flow-cells': { label: 'Flow cells', content: loading(view) },
  };
  const counts = {
    overview: undefined,
    plate: undefined,
    sections: view.sections.length,
    samples: view.samples.length,
    'flow-cells': undefined,
  };
  const tabs = BATCH_TABS.filter((id) => id !== 'flow-cells' || batch.type === 'SEQUENCING');
  return (
    <DetailPage
      number={batch.julianId}
      name={batch.name}
      breadcrumbs={BREADCRUMBS}
      status={<StatusBadge display={BATCH_STATUS_DISPLAY[batch.status]} />}
      tags={<EntityBadge entity={view.samples.map(({ entity }) => entity)} />}
      actions={<BatchActions view={view} onCompleted={plate.offer} onOutputPlate={plate.open} />}
    >
      <NewerVersionNotice view={view} comparison={comparison} />
      <Tabs
        value={tab}
        onChange={(id) => onTab(BATCH_TABS.find((one) => one === id) ?? 'overview')}
        tabs={tabs.map((id) => {
          const count = counts[id];
          return { id, ...contents[id], ...(count === undefined ? {} : { count }) };
        })}
      />
      {plate.dialog}
    </DetailPage>
  );
}

/** One batch: overview, plate, sections, samples and, of sequencing, flow cells. */
export function BatchPage({ batchId, onTab, ...contentProps }: BatchPageProps) {
  const view = useBatchView(batchId);
  const absence = useAbsence();
  if (view) return <Loaded view={view} onTab={onTab} {...contentProps} />;
  return (
    <Page title="Batch" breadcrumbs={BREADCRUMBS}>
      {view === undefined ? (
        <Skeleton lines={6} label="Loading the batch" />
      ) : (
        <Absent
          noun="batch"
          icon={Layers}
          absence={absence}
          removalText="A finished batch leaves the devices after 60 days."
        />
      )}
    </Page>
  );
}
