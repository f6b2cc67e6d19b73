import { useNavigate } from '@tanstack/react-router';
import { Inbox, Layers, Plus } from 'lucide-react';
import { useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import { BATCH_TYPE_FACTS, BATCH_TYPES, type BatchType } from '#db/batches/batch.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useChooseForPlate } from '#pwa/replica/hooks/use-plate-selection.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { useStillFetching } from '#pwa/replica/hooks/use-still-fetching.ts';
import { ScanBar } from '#pwa/scanning/scan-station.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { BulkBar } from '#pwa/ui/list/bulk-bar.tsx';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { filterState } from '#pwa/ui/list/filters/list-filter.ts';
import { ListFilters } from '#pwa/ui/list/filters/list-filters.tsx';
import { Page } from '#pwa/ui/page.tsx';
import { ScanVerdict } from '#pwa/ui/scan-verdict.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';
import { useNow } from '#pwa/ui/use-now.ts';
import { AliquotsToTake } from './aliquots-to-take.tsx';
import { AddToBatchDialog, NewBatchDialog } from './new-batch-dialog.tsx';
import { daysOverdue, type Queue, type QueueRow, queueColumns, readQueue } from './queue-row.tsx';
import { useQueueScan } from './use-queue-scan.ts';

const EMPTY: Queue = { rows: [], openBatches: [], procedures: [] };
const COLLECTIONS = ['samples', 'specimens', 'procedures', 'batches'] as const;

/** Procedures that wait in a stage, with the number of tubes each. */
function procedureOptions(rows: readonly QueueRow[]) {
  const counts = new Map<string, { label: string; n: number }>();
  for (const { procedure } of rows) {
    const id = procedure?.id ?? 'none';
    const count = counts.get(id) ?? { label: procedure?.name ?? 'No procedure', n: 0 };
    counts.set(id, { ...count, n: count.n + 1 });
  }
  return [...counts].map(([value, { label, n }]) => ({ value, label: `${label} (${n})` }));
}

function useSelectedRows(rows: readonly QueueRow[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const selectedRows = rows.filter((one) => selected.has(one.row.id));
  // Tubes that left the queue meanwhile are no longer selected.
  return {
    selectedRows,
    selected: new Set(selectedRows.map((one) => one.row.id)),
    setSelected,
  };
}

/** Tubes that wait for each stage: oldest first, selected by press or scan, added to a batch. */
export function QueuePage({ stage, onStage }: { stage: BatchType; onStage(stage: BatchType): void }) {
  const queue = useRuleRead(COLLECTIONS, 'queue', (tx, _context, replica) => readQueue(tx, replica));
  const { rows } = queue ?? EMPTY;
  const fetching = useStillFetching();
  const [query, setQuery] = useState('');
  const [procedureId, setProcedureId] = useState('');
  const [dialog, setDialog] = useState<'new' | 'add' | null>(null);
  const { selectedRows, selected, setSelected } = useSelectedRows(rows.filter((one) => one.stage === stage));
  const now = useNow();
  const inStage = rows.filter((one) => one.stage === stage);
  const searchTerms = query.toLowerCase().split(/\s+/).filter(Boolean);
  const visibleRows = inStage.filter(
    (one) =>
      (procedureId === '' || (one.procedure?.id ?? 'none') === procedureId) &&
      searchTerms.every((term) =>
        `${one.row.barcode} ${one.procedure?.name ?? ''}`.toLowerCase().includes(term),
      ),
  );
  const scan = useQueueScan({
    rows,
    visibleRows,
    selected,
    onSelect: (id) => setSelected((before) => new Set([...before, id])),
  });
  const goTo = (next: BatchType): void => {
    setProcedureId('');
    setSelected(new Set());
    scan.clearScanned();
    onStage(next);
  };
  const overdueCount = inStage.filter((one) => daysOverdue(one, now) > 0).length;
  const list = (
    <DataList
      label={`Queue for ${BATCH_TYPE_FACTS[stage].label}`}
      rows={visibleRows}
      columns={queueColumns(scan.scanned, now)}
      rowKey={(one) => one.row.id}
      rowLabel={(one) => one.row.barcode}
      status={queue === undefined || (rows.length === 0 && fetching) ? 'loading' : 'ready'}
      selection={{ selected, onSelect: setSelected }}
      search={{ value: query, onChange: setQuery }}
      noun="samples"
      filters={
        <ListFilters
          list={filterState({ procedure: procedureId }, (_name, value) => setProcedureId(value))}
          filters={[{ name: 'procedure', label: 'Procedure', options: procedureOptions(inStage) }]}
        />
      }
      pageSize={96}
      onClear={procedureId === '' ? undefined : () => setProcedureId('')}
      empty={
        <EmptyState icon={Inbox} title={`No samples for ${BATCH_TYPE_FACTS[stage].label}`}>
          Samples appear here after receipt or an earlier batch.
        </EmptyState>
      }
    />
  );
  return (
    <Page
      title="Queue"
      actions={selectedRows.length === 0 && <NewBatchButton count={0} onNew={() => setDialog('new')} />}
      bottomActions={
        selectedRows.length > 0 && (
          <BulkBar count={selectedRows.length} onClear={() => setSelected(new Set())}>
            <Button icon={Layers} onClick={() => setDialog('add')}>
              {`Add ${selectedRows.length} to batch`}
            </Button>
            <NewBatchButton count={selectedRows.length} onNew={() => setDialog('new')} />
          </BulkBar>
        )
      }
    >
      {scan.verdict && (
        <ScanVerdict
          verdict={scan.verdict.verdict}
          title={scan.verdict.title}
          detail={scan.verdict.detail}
          scanKey={scan.verdict.n}
          actions={<ShowStage stage={scan.verdict.stage} current={stage} onShow={goTo} />}
        />
      )}
      <ScanBar label="Scan tubes to select them" />
      <AliquotsToTake stage={stage} />
      <Tabs
        value={stage}
        onChange={(id) => goTo(BATCH_TYPES.find((one) => one === id) ?? 'PREPARATION')}
        tabs={BATCH_TYPES.map((type) => ({
          id: type,
          label: BATCH_TYPE_FACTS[type].label,
          count: rows.filter((one) => one.stage === type).length,
          content: type === stage && (
            <div className="flex flex-col gap-2">
              {overdueCount > 0 && (
                <p className="text-sm" data-tone="danger">
                  <strong className="text-tone-ink">{`${overdueCount} overdue`}</strong> against their
                  turnaround.
                </p>
              )}
              {list}
            </div>
          ),
        }))}
      />
      <QueueDialogs
        queue={queue ?? EMPTY}
        stage={stage}
        selectedRows={selectedRows}
        dialog={dialog}
        onClose={() => setDialog(null)}
      />
    </Page>
  );
}

function ShowStage(props: { stage: BatchType | null; current: BatchType; onShow(stage: BatchType): void }) {
  const { stage, current, onShow } = props;
  if (stage === null || stage === current) return null;
  return <Button onClick={() => onShow(stage)}>{`Show ${BATCH_TYPE_FACTS[stage].label}`}</Button>;
}

interface NewBatchButtonProps {
  count: number;
  onNew(): void;
}

/** Creates a batch, for people who may; with the selected tubes in it. */
function NewBatchButton({ count, onNew }: NewBatchButtonProps) {
  const { actor } = useReplica();
  return (
    hasCapability(actor.role, 'createResearchBatches') && (
      <Button variant="primary" icon={Plus} onClick={onNew}>
        {count === 0 ? 'New batch' : `New batch with ${count}`}
      </Button>
    )
  );
}

interface QueueDialogsProps {
  queue: Queue;
  stage: BatchType;
  selectedRows: readonly QueueRow[];
  dialog: 'new' | 'add' | null;
  onClose(): void;
}

function QueueDialogs({ queue, stage, selectedRows, dialog, onClose }: QueueDialogsProps) {
  const navigate = useNavigate();
  const choose = useChooseForPlate();
  const openPlate = async (batchId: string): Promise<void> => {
    await choose(
      batchId,
      selectedRows.map((one) => one.row.id),
    );
    void navigate({ to: '/lab/batches/$batchId', params: { batchId }, search: { tab: 'plate' } });
  };
  if (dialog === 'new')
    return (
      <NewBatchDialog
        queue={queue}
        stage={stage}
        selectedRows={selectedRows}
        onClose={onClose}
        onCreated={openPlate}
      />
    );
  if (dialog === 'add')
    return (
      <AddToBatchDialog
        batches={queue.openBatches.filter((one) => one.type === stage)}
        procedures={queue.procedures}
        selectedRows={selectedRows}
        onClose={onClose}
        onChoose={(batchId) => void openPlate(batchId)}
      />
    );
  return null;
}
