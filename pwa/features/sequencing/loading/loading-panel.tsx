import { Combine, Download, Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { may } from '#db/access/grants.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { usePrintLabels } from '#pwa/printing/use-print-labels.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { LoadDialog } from './load-dialog.tsx';
import { PoolDialog } from './pool-dialog.tsx';
import { LOADING_COLLECTIONS, type PoolOfBatch, readLoading, type ShownUse } from './read-loading.ts';

const POOL_COLUMNS: Column<PoolOfBatch>[] = [
  { id: 'barcode', header: 'Pool', cell: ({ pool }) => <span className="code">{pool.barcode}</span> },
  {
    id: 'members',
    header: 'Libraries',
    cell: ({ members }) => countOf(members.length, 'library', 'libraries'),
  },
  { id: 'volume', header: 'Remaining, µL', align: 'right', cell: ({ pool }) => pool.remainingVolume },
  { id: 'concentration', header: 'ng/µL', align: 'right', cell: ({ pool }) => pool.extractedConcentration },
  { id: 'label', header: 'Label', isAction: true, cell: (row) => <PoolLabelButton {...row} /> },
];

/** Prints the label of a pool, which it is scanned by when it is loaded. */
function PoolLabelButton({ pool, members }: PoolOfBatch) {
  const print = usePrintLabels();
  const lines = [`Pool of ${countOf(members.length, 'library', 'libraries')}`];
  return (
    <Button
      icon={Printer}
      aria-label={`Print label of ${pool.barcode}`}
      onClick={() => void print({ kind: 'TUBE', labels: [{ barcode: pool.barcode, lines }] })}
    >
      Print label
    </Button>
  );
}

const USE_COLUMNS: Column<ShownUse>[] = [
  {
    id: 'cell',
    header: 'Flow cell',
    cell: ({ cell }) => <span className="code">{cell?.flowCellId}</span>,
  },
  { id: 'place', header: 'Position', cell: ({ place }) => place },
  { id: 'tube', header: 'Loaded', cell: ({ tube }) => <span className="code">{tube}</span> },
  {
    id: 'volume',
    header: 'µL',
    align: 'right',
    cell: ({ use }) => use.loadedVolume,
  },
  { id: 'amount', header: 'fmol', align: 'right', cell: ({ use }) => use.loadedAmount },
  {
    id: 'at',
    header: 'When',
    cell: ({ use, person }) => [formatDate(use.loadedAt, 'shortAtTime'), person].filter(Boolean).join(' · '),
  },
  {
    id: 'run',
    header: 'Run',
    cell: ({ use }) =>
      use.batchResultId === null ? 'Not imported' : use.hasSequenced === false ? 'No data' : 'Imported',
  },
];

/** The pools of a sequencing batch, and the flow cells onto which it was loaded. */
export function LoadingPanel({ batchId, sampleSheet }: { batchId: string; sampleSheet: ReactNode }) {
  const { actor } = useReplica();
  const view = useRuleRead(LOADING_COLLECTIONS, batchId, (tx, context) => readLoading(tx, context, batchId));
  const [dialog, setDialog] = useState<'pool' | 'load' | null>(null);
  if (!view) return <Skeleton lines={4} label="Loading the flow cells" />;
  const mayLoad = view.batch.status === 'IN_PROGRESS' && may(actor.role, 'lab/custody:update');
  return (
    <div className="flex flex-col gap-4">
      <Section
        title="Loaded flow cells"
        actions={
          mayLoad && (
            <Button variant="primary" icon={Download} onClick={() => setDialog('load')}>
              Load flow cell
            </Button>
          )
        }
      >
        <DataList
          label="Loaded flow cells"
          rows={view.uses}
          columns={USE_COLUMNS}
          rowKey={({ use }) => use.id}
          rowLabel={({ cell }) => cell?.flowCellId ?? 'Flow cell'}
          empty={<EmptyState icon={Download} title="Nothing loaded yet" />}
        />
      </Section>
      <Section
        title="Pools"
        actions={
          mayLoad &&
          view.libraries.length > 1 && (
            <Button icon={Combine} onClick={() => setDialog('pool')}>
              Make pool
            </Button>
          )
        }
      >
        <DataList
          label="Pools"
          rows={view.pools}
          columns={POOL_COLUMNS}
          rowKey={({ pool }) => pool.id}
          rowLabel={({ pool }) => pool.barcode}
          empty={
            <EmptyState icon={Combine} title="No pools">
              A library can be loaded alone.
            </EmptyState>
          }
        />
      </Section>
      <div className="empty:hidden">{sampleSheet}</div>
      {dialog === 'pool' && <PoolDialog view={view} onClose={() => setDialog(null)} />}
      {dialog === 'load' && <LoadDialog view={view} onClose={() => setDialog(null)} />}
    </div>
  );
}
