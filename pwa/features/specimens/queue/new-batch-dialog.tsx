import { Layers } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { hasCapability } from '#db/access/capabilities.ts';
import { BATCH_TYPE_FACTS, type Batch, type BatchType } from '#db/batches/batch.ts';
import { compareBatches } from '#db/batches/batch-numbering.ts';
import { isUsable } from '#db/batches/move-to-version.ts';
import { person } from '#db/identity/person.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import { describeField } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useCreateBatch } from '#pwa/replica/hooks/use-create-batch.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import type { Queue, QueueRow } from './queue-row.tsx';

interface NewBatchDialogProps {
  queue: Queue;
  stage: BatchType;
  selectedRows: readonly QueueRow[];
  onClose(): void;
  onCreated(batchId: string): Promise<void>;
}

const NewBatchForm = z.object({
  name: describeField(z.string().trim().min(1).max(200), 'Name'),
  procedureId: describeField(Id, 'Procedure'),
  assignedUserId: describeField(Id.nullable(), { label: 'Assigned to', placeholder: 'Anybody' }),
  research: describeField(z.boolean(), 'Research batch: clinical samples cannot join it'),
});
const NewBatchField = fieldOf<typeof NewBatchForm>();

/** List the versions that a new batch of the stage may use, the newest of each procedure first. */
const listVersions = (procedures: readonly Procedure[], stage: BatchType, research: boolean): Procedure[] =>
  procedures
    .filter((one) => one.batchType === stage && isUsable(one, research))
    .sort((a, b) => (a.code === b.code ? b.procedureVersion - a.procedureVersion : a.code < b.code ? -1 : 1));

/** Return the version that a new batch has at first: that of the selected tubes, or the one that replaced it. */
function defaultVersion({ queue, stage, selectedRows }: NewBatchDialogProps, research: boolean): string {
  const pinned = selectedRows.find((one) => one.procedure !== null)?.procedure;
  if (!pinned) return '';
  const versions = listVersions(queue.procedures, stage, research).filter(({ code }) => code === pinned.code);
  return (versions.find(({ id }) => id === pinned.id) ?? versions[0])?.id ?? '';
}

function NewBatchFields({ queue, stage, selectedRows }: NewBatchDialogProps) {
  const { actor } = useReplica();
  const people = (useRows(person) ?? []).filter(
    (one) => !one.deactivated && hasCapability(one.role, 'workAtBench'),
  );
  const [research, procedureId] = useWatch<z.input<typeof NewBatchForm>, ['research', 'procedureId']>({
    name: ['research', 'procedureId'],
  });
  const procedures = listVersions(queue.procedures, stage, research).map((one) => ({
    value: one.id,
    label: `${one.name} (${one.code}, version ${one.procedureVersion}${one.status === 'RESEARCH' ? ', research' : ''})`,
  }));
  const otherCount = selectedRows.filter((one) => one.procedure?.id !== procedureId).length;
  return (
    <>
      <NewBatchField name="name" />
      <NewBatchField name="procedureId" options={procedures} />
      {selectedRows.length > 0 && procedureId && otherCount > 0 && (
        <Notice tone="warning" title={`${otherCount} of the selected samples use another procedure`} />
      )}
      <NewBatchField
        name="assignedUserId"
        options={people.map((one) => ({ value: one.userId, label: one.name }))}
      />
      <NewBatchField name="research" disabled={!hasCapability(actor.role, 'planBatches')} />
    </>
  );
}

/** Creates a batch for a procedure and opens its plate with the selected tubes. */
export function NewBatchDialog(props: NewBatchDialogProps) {
  const { stage, selectedRows, onClose, onCreated } = props;
  const { actor } = useReplica();
  const { state: syncState } = useSyncStatus();
  const offline = syncState === 'offline' || !navigator.onLine;
  const { create, problem } = useCreateBatch(onCreated);
  return (
    <FormDialog
      title={
        selectedRows.length > 0 ? `New batch with ${countOf(selectedRows.length, 'sample')}` : 'New batch'
      }
      submitLabel="Create batch"
      disabled={offline}
      problem={problem}
      schema={NewBatchForm}
      defaults={{
        name: `${BATCH_TYPE_FACTS[stage].label} batch`,
        procedureId: defaultVersion(props, !hasCapability(actor.role, 'planBatches')),
        research: !hasCapability(actor.role, 'planBatches'),
      }}
      onSubmit={create}
      onClose={onClose}
    >
      {offline && (
        <Notice tone="warning" title="A batch can be created online only">
          <p>The server gives the batch number. Connect this device, or add the tubes to an open batch.</p>
        </Notice>
      )}
      <NewBatchFields {...props} />
    </FormDialog>
  );
}

interface AddToBatchDialogProps {
  /** Batches of the stage that have not started. */
  batches: readonly Batch[];
  procedures: readonly Procedure[];
  selectedRows: readonly QueueRow[];
  onClose(): void;
  onChoose(batchId: string): void;
}

/** Selects the batch on whose plate the selected tubes are laid out. */
export function AddToBatchDialog(props: AddToBatchDialogProps) {
  const { batches, procedures, selectedRows, onClose, onChoose } = props;
  const nameOf = new Map(procedures.map((one) => [one.id, one.name]));
  const fitting = (batch: Batch): number =>
    selectedRows.filter((one) => one.procedure?.id === batch.procedureId).length;
  const sorted = [...batches].sort((a, b) => fitting(b) - fitting(a) || compareBatches(a, b));
  return (
    <Dialog open title={`Add ${selectedRows.length} to a batch`} onClose={onClose}>
      {sorted.length === 0 ? (
        <EmptyState icon={Layers} title="No batch of this stage is open">
          A lab or project manager or a director creates one with New batch.
        </EmptyState>
      ) : (
        <ul className="flex flex-col gap-2">
          {sorted.map((batch) => {
            const n = fitting(batch);
            return (
              <li key={batch.id}>
                <button
                  type="button"
                  onClick={() => onChoose(batch.id)}
                  className="flex min-h-14 w-full flex-col items-start rounded-md border border-line-strong bg-surface px-3 py-2 text-left hover:bg-hover"
                >
                  <span className="font-semibold">
                    <span className="code">{batch.julianId}</span> {batch.name}
                  </span>
                  <span className="text-ink-soft text-sm">
                    {`${nameOf.get(batch.procedureId) ?? 'Unknown procedure'} · ${n} of ${selectedRows.length} selected use it`}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </Dialog>
  );
}
