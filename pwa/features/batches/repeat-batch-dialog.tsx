import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useCreateBatch } from '#pwa/replica/hooks/use-create-batch.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { OperationDialog } from '#pwa/ui/operation-dialog.tsx';
import type { BatchView } from './batch-view.ts';

/**
 * A dialog that creates a batch like a reset one: the same procedure, with a link to the repeated batch
 * (domain 4.4).
 */
export function RepeatBatchDialog({ view, onClose }: { view: BatchView; onClose(): void }) {
  const { batch, procedure } = view;
  const router = useRouter();
  const { reachable } = useSyncStatus();
  const [name, setName] = useState(batch.name);
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const { create, busy, problem } = useCreateBatch((id) =>
    router.history.push(`/lab/batches/${id}?tab=plate`),
  );
  const missing = name.trim() === '';
  const confirm = (): void => {
    setHasSubmitted(true);
    if (missing) return;
    const { assignedUserId, research } = batch;
    void create({ name, procedureId: procedure.id, assignedUserId, research, sourceBatchId: batch.id });
  };
  return (
    <OperationDialog
      open
      actionLabel="New batch"
      of={`repeats ${batch.julianId}`}
      busy={busy}
      problem={problem}
      onConfirm={confirm}
      onClose={onClose}
    >
      {!reachable && (
        <Notice tone="warning" title="A batch can be created online only">
          <p>Its number is given by the server. Connect this device first.</p>
        </Notice>
      )}
      <p>
        {`It has the procedure ${procedure.name} and an empty plate. The samples that were reset wait in the queue; place them there.`}
      </p>
      <Field label="Name" required error={hasSubmitted && missing ? 'Name is invalid or missing.' : null}>
        {(control) => <TextInput {...control} value={name} onChange={setName} maxLength={200} />}
      </Field>
    </OperationDialog>
  );
}
