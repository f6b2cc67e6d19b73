import { useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import type { BatchFailureProposal } from '#db/batches/failures/failure-proposal.ts';
import { FAILED_SAMPLE_REASON } from '#db/samples/failing/failed-sample-reason.ts';
import { BatchActionDialog } from '#pwa/features/batches/batch-action-dialog.tsx';
import type { BatchView } from '#pwa/features/batches/batch-view.ts';
import { listBatchActions } from '#pwa/features/batches/list-batch-actions.ts';
import { useOperationSequence } from '#pwa/features/batches/use-operation-sequence.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import type { FailureInput } from './failure-form.tsx';

const toFailureInput = (proposal: BatchFailureProposal): FailureInput => {
  const suspectIds = [...proposal.suspectLotIds, ...proposal.suspectEquipmentIds];
  return {
    reason: proposal.reason,
    notes: proposal.notes ?? '',
    suspectIds,
    noSuspect: suspectIds.length === 0,
  };
};

const noop = (): void => undefined;

/** A colleague's proposal to fail the batch; a lab manager or director fails it or declines here. */
export function ProposedFailure({ view }: { view: BatchView }) {
  const { actor } = useReplica();
  const { run, problem } = useOperationSequence();
  const [openDialog, setOpenDialog] = useState<'fail' | 'decline' | null>(null);
  const { batch, proposals } = view;
  const [first] = proposals;
  const fail = listBatchActions(view, actor).find(({ name }) => name === 'fail-qc');
  if (!first) return null;
  const canDecide = hasCapability(actor.role, 'decideQuality');
  const close = (): void => setOpenDialog(null);
  const decline = (reason: string): void => {
    close();
    const args = { batchId: batch.id, reason };
    void run([{ name: 'decline-batch-failure', args }], `Batch ${batch.julianId} continues.`);
  };
  return (
    <>
      {problem && <Notice tone="danger" title={problem} />}
      <Notice
        tone="warning"
        title={`${first.by} proposes to fail this batch on QC`}
        action={
          canDecide && (
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => setOpenDialog('fail')}>Fail batch on QC…</Button>
              <Button onClick={() => setOpenDialog('decline')}>Decline…</Button>
            </div>
          )
        }
      >
        <ul>
          {proposals.map((one) => (
            <li key={one.id}>
              {[FAILED_SAMPLE_REASON[one.reason], one.notes].filter(Boolean).join(': ')}
              {` (${one.by}, ${formatDate(one.occurredAt, 'shortAtTime')})`}
            </li>
          ))}
        </ul>
        {!canDecide && <p>A lab manager or director decides. Until then the batch continues.</p>}
      </Notice>
      {fail && openDialog === 'fail' && (
        <BatchActionDialog
          action={{ ...fail, name: 'fail-qc' }}
          view={view}
          proposed={toFailureInput(first)}
          onClose={close}
          onDone={noop}
        />
      )}
      <ConfirmDialog
        open={openDialog === 'decline'}
        title={`Continue batch ${batch.julianId}?`}
        confirmLabel="Decline the proposal"
        reasonRequired
        onConfirm={decline}
        onClose={close}
      >
        <p>The batch continues unchanged. Your name and reason are recorded.</p>
      </ConfirmDialog>
    </>
  );
}
