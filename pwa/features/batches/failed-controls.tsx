import { useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import type { BatchControl } from '#db/batches/batch-control.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { type BatchView, nameIn } from './batch-view.ts';
import { useOperationSequence } from './use-operation-sequence.ts';

/**
 * Controls outside their quality range: a manager or director accepts each with a reason, or the batch fails.
 */
export function FailedControls({ view }: { view: BatchView }) {
  const { actor } = useReplica();
  const [accepting, setAccepting] = useState<BatchControl | null>(null);
  const { run, problem } = useOperationSequence();
  const failed = view.controls.filter((row) => row.passed === false);
  const mayAccept = hasCapability(actor.role, 'decideQuality') && view.batch.status === 'IN_PROGRESS';
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
        <p>The batch can then be completed. Your name and reason stay in its history.</p>
      </ConfirmDialog>
    </>
  );
}
