import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { BatchActionDialog } from './batch-action-dialog.tsx';
import { BATCH_COLLECTIONS, readBatchView } from './batch-view.ts';
import { listBatchActions } from './list-batch-actions.ts';

/** Starts a batch from the list, after the same question as on its page; states what keeps it from starting. */
export function StartBatchDialog({ batchId, onClose }: { batchId: string; onClose(): void }) {
  const { actor } = useReplica();
  const view = useRuleRead(BATCH_COLLECTIONS, batchId, (tx, context) => readBatchView(tx, context, batchId));
  const action = view && listBatchActions(view, actor).find(({ name }) => name === 'start');
  if (!view || !action) return null;
  if (action.note === null)
    return (
      <BatchActionDialog
        action={{ ...action, name: 'start' }}
        view={view}
        onClose={onClose}
        onDone={() => undefined}
      />
    );
  return (
    <Dialog
      open
      title={`Batch ${view.batch.julianId} cannot start yet`}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <p>{action.note}</p>
    </Dialog>
  );
}
