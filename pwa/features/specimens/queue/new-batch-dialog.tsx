import { Layers } from 'lucide-react';
import { useState } from 'react';
import { hasCapability } from '#db/access/capabilities.ts';
import { BATCH_TYPE_FACTS, type Batch, type BatchType } from '#db/batches/batch.ts';
import { compareBatches } from '#db/batches/batch-numbering.ts';
import { person } from '#db/identity/person.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useCreateBatch } from '#pwa/replica/hooks/use-create-batch.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import type { Queue, QueueRow } from './queue-row.tsx';

interface NewBatchDialogProps {
  queue: Queue;
  stage: BatchType;
  selectedRows: readonly QueueRow[];
  onClose(): void;
  onCreated(batchId: string): Promise<void>;
}

interface NewBatchDraft {
  name: string;
  procedureId: string;
  assignedUserId: string;
  research: boolean;
}

function useNewBatchDraft({ queue, stage, selectedRows }: NewBatchDialogProps) {
  const { actor } = useReplica();
  const researchOnly = !hasCapability(actor.role, 'planBatches');
  const proposed = selectedRows.find((one) => one.procedure !== null)?.procedure?.id ?? '';
  const [draft, setDraft] = useState<NewBatchDraft>({
    name: `${BATCH_TYPE_FACTS[stage].label} batch`,
    procedureId: proposed,
    assignedUserId: '',
    research: researchOnly,
  });
  const allowed = draft.research ? ['APPROVED', 'RESEARCH'] : ['APPROVED'];
  const procedures = queue.procedures
    .filter((one) => one.batchType === stage && allowed.includes(one.status))
    .map((one) => ({ value: one.id, label: `${one.name} (${one.code})` }));
  return { draft, setDraft, procedures, researchOnly };
}

/** Creates a batch for a procedure and opens its plate with the selected tubes. */
export function NewBatchDialog(props: NewBatchDialogProps) {
  const { selectedRows, onClose, onCreated } = props;
  const { draft, setDraft, procedures, researchOnly } = useNewBatchDraft(props);
  const people = (useRows(person) ?? []).filter(
    (one) => !one.deactivated && hasCapability(one.role, 'workAtBench'),
  );
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const { state: syncState } = useSyncStatus();
  const offline = syncState === 'offline' || !navigator.onLine;
  const { create, busy, problem } = useCreateBatch(onCreated);
  const otherCount = selectedRows.filter((one) => one.procedure?.id !== draft.procedureId).length;
  const submit = (): void => {
    setHasSubmitted(true);
    if (draft.name.trim() !== '' && draft.procedureId !== '')
      void create({
        ...draft,
        assignedUserId: draft.assignedUserId === '' ? null : draft.assignedUserId,
      });
  };
  return (
    <Dialog
      open
      title={
        selectedRows.length > 0 ? `New batch with ${countOf(selectedRows.length, 'sample')}` : 'New batch'
      }
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button variant="primary" busy={busy} disabled={offline} onClick={submit}>
            Create batch
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {offline && (
          <Notice tone="warning" title="A batch can be created online only">
            <p>Its number is given by the server. Connect this device, or add the tubes to an open batch.</p>
          </Notice>
        )}
        {problem && <Notice tone="danger" title={problem} />}
        <Field
          label="Name"
          required
          error={hasSubmitted && draft.name.trim() === '' ? 'Name is invalid or missing.' : null}
        >
          {(control) => (
            <TextInput
              {...control}
              value={draft.name}
              onChange={(name) => setDraft({ ...draft, name })}
              maxLength={200}
            />
          )}
        </Field>
        <Field
          label="Procedure"
          required
          error={hasSubmitted && draft.procedureId === '' ? 'Procedure is invalid or missing.' : null}
        >
          {(control) => (
            <Select
              {...control}
              options={procedures}
              value={draft.procedureId}
              onChange={(procedureId) => setDraft({ ...draft, procedureId })}
            />
          )}
        </Field>
        {selectedRows.length > 0 && draft.procedureId !== '' && otherCount > 0 && (
          <Notice tone="warning" title={`${otherCount} of the selected samples use another procedure`} />
        )}
        <Field label="Assigned to">
          {(control) => (
            <Select
              {...control}
              options={people.map((one) => ({ value: one.userId, label: one.name }))}
              value={draft.assignedUserId}
              onChange={(assignedUserId) => setDraft({ ...draft, assignedUserId })}
              placeholder="Anybody"
            />
          )}
        </Field>
        <Checkbox
          label="Research batch: clinical samples cannot join it"
          value={draft.research}
          disabled={researchOnly}
          onChange={(research) => setDraft({ ...draft, research })}
        />
      </div>
    </Dialog>
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
