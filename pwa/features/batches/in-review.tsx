import { useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import { may } from '#db/access/grants.ts';
import { allowsSectionWork } from '#db/batches/batch-approval.ts';
import type { BatchControl } from '#db/batches/batch-control.ts';
import type { Suspect, Suspects } from '#db/batches/failures/suspects-of.ts';
import type { BenchCall } from '#db/bench-operations.ts';
import { joinSentences } from '#pwa/format/sentences.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { type BatchView, nameIn } from './batch-view.ts';
import { useOperationSequence } from './use-operation-sequence.ts';

interface ReviewItem {
  suspect: Suspect;
  title: string;
  nextStep: string;
  confirmLabel: string;
  after: string;
  mayRelease: boolean;
  buildCall(reason: string): BenchCall;
}

const buildLotReview = (suspect: Suspect, mayRelease: boolean): ReviewItem => ({
  suspect,
  title: `Lot ${suspect.name} is quarantined`,
  nextStep: 'A lab manager or director looks at it and releases it.',
  confirmLabel: `Release lot ${suspect.name}`,
  after: 'The lot can be used again. Its history shows your name and reason.',
  mayRelease,
  buildCall: (reason) => ({ name: 'release-lot', args: { itemId: suspect.id, reason } }),
});

const buildEquipmentReview = (suspect: Suspect, mayRelease: boolean): ReviewItem => ({
  suspect,
  title: `${suspect.name} is flagged for review`,
  nextStep: 'The lab manager looks at it and takes the flag off.',
  confirmLabel: `Release ${suspect.name}`,
  after: 'Whoever scans it is not warned any more. Your name and reason stay in its history.',
  mayRelease,
  buildCall: (reason) => ({ name: 'release-equipment', args: { equipmentId: suspect.id, reason } }),
});

/** Lots and equipment of this batch that a failure made suspect. */
export const InReview = ({ view }: { view: BatchView }) => <SuspectsInReview suspects={view.suspects} />;

/** Suspect lots and equipment; authorized users release each with a reason. */
export function SuspectsInReview({ suspects: { lots, equipment } }: { suspects: Suspects }) {
  const { actor } = useReplica();
  const [releasing, setReleasing] = useState<ReviewItem | null>(null);
  const { run, problem } = useOperationSequence();
  const canDecide = hasCapability(actor.role, 'decideQuality');
  const all = [
    ...lots.filter((one) => one.inReview).map((one) => buildLotReview(one, canDecide)),
    ...equipment
      .filter((one) => one.inReview)
      .map((one) => buildEquipmentReview(one, may(actor.role, 'lab/equipment:update'))),
  ];
  const release = (reason: string): void => {
    if (releasing) void run([releasing.buildCall(reason)], `${releasing.suspect.name} released.`);
    setReleasing(null);
  };
  return (
    <>
      {problem && <Notice tone="danger" title={problem} />}
      {all.map((one) => (
        <Notice
          key={one.suspect.id}
          tone="warning"
          title={one.title}
          action={one.mayRelease && <Button onClick={() => setReleasing(one)}>Release with a reason…</Button>}
        >
          <p>{joinSentences(one.suspect.usedIn.join(', '), one.nextStep)}</p>
        </Notice>
      ))}
      <ConfirmDialog
        open={releasing !== null}
        title={`${releasing?.confirmLabel ?? 'Release'}?`}
        confirmLabel={releasing?.confirmLabel ?? 'Release'}
        reasonRequired
        onConfirm={release}
        onClose={() => setReleasing(null)}
      >
        <p>{releasing?.after}</p>
      </ConfirmDialog>
    </>
  );
}

/**
 * Controls outside their quality range: a manager or director accepts each with a reason, or the batch fails.
 */
export function FailedControls({ view }: { view: BatchView }) {
  const { actor } = useReplica();
  const [accepting, setAccepting] = useState<BatchControl | null>(null);
  const { run, problem } = useOperationSequence();
  const failed = view.controls.filter((row) => row.passed === false);
  const mayAccept = hasCapability(actor.role, 'decideQuality') && allowsSectionWork(view.batch);
  const accept = (reason: string): void => {
    if (!accepting) return;
    const args = { batchId: view.batch.id, controlId: accepting.id, reason };
    void run([{ name: 'accept-control-failure', args }], `Control ${accepting.name} accepted.`);
    setAccepting(null);
  };
  return (
    <>
      {problem && <Notice tone="danger" title={problem} />}
      {failed.map((row) =>
        row.acceptedReason === null ? (
          <Notice
            key={row.id}
            tone="danger"
            title={`Control ${row.name} failed and has not been accepted.`}
            action={mayAccept && <Button onClick={() => setAccepting(row)}>Accept with a reason…</Button>}
          >
            <p>{`Well ${row.plateLocation}. A lab manager or director accepts it, or fails the batch.`}</p>
          </Notice>
        ) : (
          <Notice
            key={row.id}
            tone="warning"
            title={`Control ${row.name} failed and was accepted by ${nameIn(view.people, row.acceptedById)}`}
          >
            <p>{row.acceptedReason}</p>
          </Notice>
        ),
      )}
      <ConfirmDialog
        open={accepting !== null}
        title={`Accept the failed control ${accepting?.name ?? ''}?`}
        confirmLabel="Accept the control"
        reasonRequired
        onConfirm={accept}
        onClose={() => setAccepting(null)}
      >
        <p>The failed control no longer holds up the batch. Your name and reason stay in its history.</p>
      </ConfirmDialog>
    </>
  );
}
