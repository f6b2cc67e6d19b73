import { useState } from 'react';
import { BENCH_ROLES, isOneOf } from '#db/access/roles.ts';
import { BATCH_TYPE_FACTS, type BatchType } from '#db/batches/batch-type.ts';
import { person } from '#db/identity/person.ts';
import { countOf } from '#pwa/format/counts.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useCreateBatch } from '#pwa/replica/hooks/use-create-batch.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import type { Queue, QueueRow } from './queue-row.ts';

interface NewBatchDialogProps {
  queue: Queue;
  stage: BatchType;
  chosen: readonly QueueRow[];
  onClose(): void;
  onCreated(batchId: string): Promise<void>;
}

interface Wanted {
  name: string;
  procedureId: string;
  assignedUserId: string;
  research: boolean;
}

function useWanted({ queue, stage, chosen }: NewBatchDialogProps) {
  const { actor } = useReplica();
  const researchOnly = actor.role === 'RESEARCH_ASSISTANT';
  const proposed = chosen.find((one) => one.procedure !== null)?.procedure?.id ?? '';
  const [wanted, setWanted] = useState<Wanted>({
    name: `${BATCH_TYPE_FACTS[stage].label} batch`,
    procedureId: proposed,
    assignedUserId: '',
    research: researchOnly,
  });
  const allowed = wanted.research ? ['APPROVED', 'RESEARCH'] : ['APPROVED'];
  const procedures = queue.procedures
    .filter((one) => one.batchType === stage && allowed.includes(one.status))
    .map((one) => ({ value: one.id, label: `${one.name} (${one.code})` }));
  return { wanted, setWanted, procedures, researchOnly };
}

/** Creates a batch for a procedure and goes on to its plate with the selected tubes. */
export function NewBatchDialog(props: NewBatchDialogProps) {
  const { chosen, onClose, onCreated } = props;
  const { wanted, setWanted, procedures, researchOnly } = useWanted(props);
  const people = (useRows(person) ?? []).filter((one) => !one.deactivated && isOneOf(one.role, BENCH_ROLES));
  const [asked, setAsked] = useState(false);
  const { word } = useSyncStatus();
  const offline = word === 'offline' || !navigator.onLine;
  const { create, busy, problem } = useCreateBatch(onCreated);
  const others = chosen.filter((one) => one.procedure?.id !== wanted.procedureId).length;
  const submit = (): void => {
    setAsked(true);
    if (wanted.name.trim() !== '' && wanted.procedureId !== '')
      void create({
        ...wanted,
        assignedUserId: wanted.assignedUserId === '' ? null : wanted.assignedUserId,
      });
  };
  return (
    <Dialog
      open
      title={chosen.length > 0 ? `New batch with ${countOf(chosen.length, 'sample')}` : 'New batch'}
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
          error={asked && wanted.name.trim() === '' ? 'Name is invalid or missing.' : null}
        >
          {(control) => (
            <TextInput
              {...control}
              value={wanted.name}
              onChange={(name) => setWanted({ ...wanted, name })}
              maxLength={200}
            />
          )}
        </Field>
        <Field
          label="Procedure"
          required
          error={asked && wanted.procedureId === '' ? 'Procedure is invalid or missing.' : null}
        >
          {(control) => (
            <Select
              {...control}
              options={procedures}
              value={wanted.procedureId}
              onChange={(procedureId) => setWanted({ ...wanted, procedureId })}
            />
          )}
        </Field>
        {chosen.length > 0 && wanted.procedureId !== '' && others > 0 && (
          <Notice tone="warning" title={`${others} of the selected samples use another procedure`} />
        )}
        <Field label="Assigned to">
          {(control) => (
            <Select
              {...control}
              options={people.map((one) => ({ value: one.userId, label: one.name }))}
              value={wanted.assignedUserId}
              onChange={(assignedUserId) => setWanted({ ...wanted, assignedUserId })}
              placeholder="Anybody"
            />
          )}
        </Field>
        <Checkbox
          label="Research batch: clinical samples cannot join it"
          value={wanted.research}
          disabled={researchOnly}
          onChange={(research) => setWanted({ ...wanted, research })}
        />
      </div>
    </Dialog>
  );
}
