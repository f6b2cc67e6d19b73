import { type ReactNode, useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import { changeBatch } from '#db/api/batches.ts';
import { moveBatchToVersion } from '#db/batches/move-to-version.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import { call } from '#pwa/api/call.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { RefusedScan } from '#pwa/scanning/refused-scan.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { BATCH_COLLECTIONS, type BatchView, findRefusal } from './batch-view.ts';

/** Renders what differs between two versions; the route passes it from another feature. */
export type RenderComparison = (from: Procedure, to: Procedure) => ReactNode;

interface MoveProps {
  view: BatchView;
  to: Procedure;
  comparison: RenderComparison;
}

/** A dialog that moves a batch to a newer version after the comparison of both; needs a connection. */
function MoveDialog({ view, to, comparison, onClose }: MoveProps & { onClose(): void }) {
  const { batch, procedure } = view;
  const replica = useReplica();
  const { reachable } = useSyncStatus();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const args = { batchId: batch.id, procedureId: to.id };
  // What the plate does not allow is told before the press.
  const refusal = useRuleRead(BATCH_COLLECTIONS, `move ${batch.id} ${to.id}`, (tx, context) =>
    findRefusal(() => moveBatchToVersion.run(tx, args, context)),
  );
  const move = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const body = { operation: moveBatchToVersion.name, args };
      await call(changeBatch, { params: { id: batch.id }, body });
      replica.loop.wake();
      toast.success(`Batch ${batch.julianId} uses version ${to.procedureVersion}.`);
      onClose();
    } catch (error) {
      setProblem(error instanceof AppError ? error.message : MESSAGES.unknownError);
      setBusy(false);
    }
  };
  const obstacle = problem ?? refusal ?? null;
  return (
    <Dialog
      open
      title={`Move ${batch.julianId} to version ${to.procedureVersion}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={!reachable || refusal === undefined || refusal !== null}
            onClick={() => void move()}
          >
            {`Move to version ${to.procedureVersion}`}
          </Button>
        </>
      }
    >
      <RefusedScan />
      <div className="flex flex-col gap-4">
        {obstacle !== null && <Notice tone="danger" title={obstacle} />}
        {!reachable && (
          <Notice tone="warning" title="A batch is moved online only">
            <p>Connect this device first, so that nobody starts with the other version.</p>
          </Notice>
        )}
        <p>
          {`Its samples take version ${to.procedureVersion} of ${procedure.name}. Its sections are new: plan them again.`}
        </p>
        {to.changeSummary !== null && <p className="whitespace-pre-line">{to.changeSummary}</p>}
        {comparison(procedure, to)}
      </div>
    </Dialog>
  );
}

/** A newer version of the procedure of a batch that has not started, for those who may move the batch to it. */
export function NewerVersionNotice({ view, comparison }: Pick<MoveProps, 'view' | 'comparison'>) {
  const { actor } = useReplica();
  const [open, setOpen] = useState(false);
  const { newerVersion: to, procedure } = view;
  if (to === null) return null;
  const mayMove = hasCapability(actor.role, 'planBatches');
  return (
    <>
      <Notice
        tone="info"
        title={`Version ${to.procedureVersion} of ${procedure.name} is in use`}
        action={mayMove && <Button onClick={() => setOpen(true)}>Compare versions…</Button>}
      >
        <p>{`This batch keeps version ${procedure.procedureVersion} unless it is moved before it starts.`}</p>
      </Notice>
      {open && <MoveDialog view={view} to={to} comparison={comparison} onClose={() => setOpen(false)} />}
    </>
  );
}
