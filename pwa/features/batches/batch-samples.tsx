import { CircleX, RefreshCw, TestTubes, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import { may } from '#db/access/grants.ts';
import { isReturned } from '#db/batches/batch-approval.ts';
import { isLeftOver } from '#db/batches/completion-problems.ts';
import { FAILED_SAMPLE_REASON } from '#db/samples/failing/failed-sample-reason.ts';
import { awaitsConfirmation } from '#db/samples/failing/failure-decision.ts';
import { SAMPLE_STATUS, type Sample } from '#db/samples/sample.ts';
import { compareWells } from '#db/values/plate-well.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useOfflineLetter } from '#pwa/replica/hooks/use-offline-letter.ts';
import { playScanTone } from '#pwa/scanning/scan-sound.ts';
import { useScan } from '#pwa/scanning/use-scan.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { EntityBadge } from '#pwa/ui/entity-badge.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { ScanVerdict } from '#pwa/ui/scan-verdict.tsx';
import type { BatchView } from './batch-view.ts';
import { FailSamplesDialog } from './failures/fail-samples-dialog.tsx';
import { useFailureDecisions } from './failures/failure-decisions.tsx';
import { useOperationSequence } from './use-operation-sequence.ts';

const FAILABLE: readonly Sample['status'][] = ['BATCH_ASSIGNED', 'IN_PROGRESS'];
const COMPLETED_STATUSES: readonly Sample['status'][] = ['COMPLETED', 'DEPLETED'];
const REPEATABLE: readonly Sample['status'][] = ['FAILED_QC', 'FAILED_VISUAL_INSPECTION'];

const quantity = (value: string | number | null): string => (value === null ? '' : String(value));

/** The note of a sample: why it failed, and who reviews it. */
const noteOf = (view: BatchView, row: Sample): string =>
  [
    row.failureReason && FAILED_SAMPLE_REASON[row.failureReason],
    row.failureNotes,
    view.repeatedAgain.has(row.id) && 'Second time: the project manager decides',
    row.duplicateOfSampleId !== null && 'Duplicate',
    awaitsConfirmation(row)
      ? 'Awaiting confirmation by a director or lab manager'
      : row.flaggedForReview && 'Flagged for review',
  ]
    .filter(Boolean)
    .join(' · ');

const columnsOf = (view: BatchView): Column<Sample>[] => [
  {
    id: 'barcode',
    header: 'Barcode',
    cell: (row) => (
      <span className="whitespace-nowrap">
        <span className="code">{row.barcode}</span>
        <EntityBadge entity={row.entity} />
      </span>
    ),
    sortBy: (row) => row.barcode,
  },
  {
    id: 'well',
    header: 'Well',
    cell: (row) => row.plateLocation ?? 'Unplaced',
    sortBy: (row) => row.batchOrder,
  },
  {
    id: 'status',
    header: 'Status',
    cell: (row) => <StatusBadge display={SAMPLE_STATUS[row.status]} />,
    sortBy: (row) => SAMPLE_STATUS[row.status].rank,
  },
  {
    id: 'volume',
    header: 'Remaining, µL',
    align: 'right',
    cell: (row) => quantity(row.remainingVolume),
    sortBy: (row) => Number(row.remainingVolume ?? 0),
  },
  {
    id: 'concentration',
    header: 'ng/µL',
    align: 'right',
    cell: (row) => quantity(row.extractedConcentration),
    sortBy: (row) => Number(row.extractedConcentration ?? 0),
    tableOnly: true,
  },
  {
    id: 'dna',
    header: 'DNA barcode',
    cell: (row) => row.dnaBarcode,
    sortBy: (row) => row.dnaBarcode,
    tableOnly: true,
  },
  {
    id: 'note',
    header: 'Note',
    cell: (row) => noteOf(view, row),
  },
];

interface Scanned {
  n: number;
  isFound: boolean;
  text: string;
}

/**
 * The samples of a batch: selected by hand or by scan, failed with a reason, repeated from the remaining
 * material.
 */
export function BatchSamples({ view, onOpen }: { view: BatchView; onOpen(sampleId: string): void }) {
  const { actor } = useReplica();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [failing, setFailing] = useState(false);
  const [query, setQuery] = useState('');
  const [scanned, setScanned] = useState<Scanned | null>(null);
  const { run, busy, problem } = useOperationSequence();
  const offlineLetter = useOfflineLetter();
  const columns = useMemo(() => columnsOf(view), [view]);
  useScan((scan) => {
    const row = view.samples.find((one) => one.barcode === scan.code);
    playScanTone(row ? 'ok' : 'error');
    if (row) setSelected((before) => new Set([...before, row.id]));
    const text = row ? `${row.barcode} is selected` : `${scan.code} is not in batch ${view.batch.julianId}`;
    setScanned({ n: scan.n, isFound: row !== undefined, text });
  });
  const rows = [...view.samples]
    .sort((a, b) => compareWells(a.plateLocation ?? '', b.plateLocation ?? ''))
    .filter((row) => row.barcode.toLowerCase().includes(query.trim().toLowerCase()));
  const selectedSamples = view.samples.filter((row) => selected.has(row.id));
  const canFail = may(actor.role, 'lab/custody:update');
  // A late failure is a conflict; in a returned batch a manager or director decides at once.
  const isDecidable = isReturned(view.batch) && hasCapability(actor.role, 'decideQuality');
  const statuses = isDecidable ? [...FAILABLE, ...COMPLETED_STATUSES] : FAILABLE;
  const failable = selectedSamples.filter((row) => canFail && statuses.includes(row.status));
  const canDecide = hasCapability(actor.role, 'repeatSamplesAgain');
  const repeatable = selectedSamples.filter(
    (row) => REPEATABLE.includes(row.status) && (canDecide || !view.repeatedAgain.has(row.id)),
  );
  const waiting = !canDecide && selectedSamples.some((row) => view.repeatedAgain.has(row.id));
  const decisions = useFailureDecisions(selectedSamples, () => setSelected(new Set()));
  const planner = hasCapability(actor.role, 'planBatches');
  const leftOver = selectedSamples.filter((row) => view.batch.status === 'IN_PROGRESS' && isLeftOver(row));
  const remove = async (): Promise<void> => {
    const calls = leftOver.map((row) => ({
      name: 'unplace-sample' as const,
      args: { batchId: view.batch.id, sampleId: row.id },
    }));
    const subject = leftOver.length === 1 ? leftOver[0]?.barcode : `${leftOver.length} samples`;
    if (await run(calls, `${subject} removed from the batch.`)) setSelected(new Set());
  };
  const requeue = async (): Promise<void> => {
    const calls = repeatable.map((row) => ({
      name: 'requeue-sample' as const,
      args: { sampleId: row.id, childSuffixLetter: offlineLetter },
    }));
    if (
      await run(
        calls,
        calls.length === 1 ? `${repeatable[0]?.barcode} re-queued.` : `${calls.length} samples re-queued.`,
      )
    )
      setSelected(new Set());
  };
  return (
    <div className="flex flex-col gap-3">
      {scanned && (
        <ScanVerdict verdict={scanned.isFound ? 'ok' : 'error'} title={scanned.text} scanKey={scanned.n} />
      )}
      {problem && <Notice tone="danger" title={problem} />}
      {decisions.problem && <Notice tone="danger" title={decisions.problem} />}
      <div className="flex flex-wrap items-center gap-2">
        {canFail && (
          <Button icon={CircleX} disabled={failable.length === 0} onClick={() => setFailing(true)}>
            {failable.length > 0 ? `Fail ${failable.length}…` : 'Fail samples…'}
          </Button>
        )}
        {leftOver.length > 0 && (
          <Button icon={Undo2} busy={busy} onClick={() => void remove()}>
            {`Remove ${leftOver.length} from batch`}
          </Button>
        )}
        {planner && (
          <Button
            icon={RefreshCw}
            busy={busy}
            disabled={repeatable.length === 0}
            onClick={() => void requeue()}
          >
            {repeatable.length > 0 ? `Re-queue ${repeatable.length}` : 'Re-queue'}
          </Button>
        )}
        {decisions.buttons}
        <p className="text-ink-soft text-sm">
          {selectedSamples.length === 0
            ? 'Select samples, or scan them.'
            : waiting
              ? 'What was repeated for insufficient results before is repeated by the project manager.'
              : failable.length + repeatable.length === 0 && !decisions.open
                ? 'What is selected can be neither failed nor repeated.'
                : planner
                  ? ''
                  : 'A lab or project manager or a director re-queues failed samples.'}
        </p>
      </div>
      <DataList
        label="Samples of the batch"
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.barcode}
        onOpen={(row) => onOpen(row.id)}
        link={(row) => ({ to: '/lab/samples/$id', params: { id: row.id } })}
        selection={{ selected, onSelect: setSelected }}
        search={{ value: query, onChange: setQuery }}
        pageSize={96}
        empty={
          <EmptyState icon={TestTubes} title="No samples">
            Lay out the plate to bring samples into this batch.
          </EmptyState>
        }
      />
      {decisions.dialog}
      <FailSamplesDialog
        open={failing}
        samples={failable}
        onClose={() => {
          setFailing(false);
          setSelected(new Set());
        }}
      />
    </div>
  );
}
