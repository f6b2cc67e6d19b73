import { ulid } from 'ulid';
import { z } from 'zod';
import { hasCapability } from '#db/access/capabilities.ts';
import { createProcedure } from '#db/api/protocols/procedure-versions.ts';
import { BATCH_TYPE_FACTS, BATCH_TYPES, BatchType } from '#db/batches/batch.ts';
import { ProcedureCode } from '#db/protocols/procedures/create-procedure.ts';
import type { ProcedureSettings } from '#db/protocols/procedures/procedure-content.ts';
import { describeField } from '#db/values/field-types.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';

const KINDS = ['ROUTINE', 'CLINICAL', 'RESEARCH'] as const;
const KIND_LABEL = {
  ROUTINE: 'Routine, not clinical',
  CLINICAL: 'Clinical',
  RESEARCH: 'Research, without approval',
} as const;

const BATCH_TYPE_CHOICES = Object.fromEntries(
  BATCH_TYPES.map((type) => [type, BATCH_TYPE_FACTS[type].label]),
);

const NewProcedure = z.object({
  name: describeField(z.string().trim().min(1).max(200), 'Name'),
  code: ProcedureCode,
  batchType: describeField(BatchType, { label: 'Batch type', choices: BATCH_TYPE_CHOICES }),
  kind: describeField(z.enum(KINDS), { label: 'Kind', choices: KIND_LABEL }),
});
const NewProcedureField = fieldOf<typeof NewProcedure>();

/** The settings of a procedure before its authors change them. */
const initialSettings = (name: string, clinical: boolean): ProcedureSettings => ({
  name,
  clinical,
  requiresDirectorApproval: clinical,
  minSamples: 1,
  maxSamples: 96,
  positiveControls: 0,
  negativeControls: 0,
  noTemplateControls: 0,
  sampleInputVolume: null,
  outputVolume: null,
  dnaBarcodeKit: null,
  estimatedMinutes: null,
  documentFileId: null,
  requiresReading: true,
  requiresTraining: false,
  competenceMonths: null,
  trainingFromVersion: null,
});

/** Creates a procedure as an empty draft. */
export function NewProcedureDialog({
  onClose,
  onCreated,
}: {
  onClose(): void;
  onCreated(procedureId: string): void;
}) {
  const role = useSession().session?.user.role;
  const create = useCallMutation(createProcedure);
  const kinds = KINDS.filter(
    (kind) =>
      role !== undefined &&
      hasCapability(role, kind === 'RESEARCH' ? 'createResearchProcedures' : 'writeRoutineProcedures'),
  );
  return (
    <FormDialog
      title="New procedure"
      submitLabel="Create draft"
      schema={NewProcedure}
      defaults={kinds[0] ? { kind: kinds[0] } : {}}
      onSubmit={async ({ name, code, batchType, kind }) => {
        const procedureId = ulid();
        const settings = initialSettings(name, kind === 'CLINICAL');
        const body = { procedureId, code, batchType, research: kind === 'RESEARCH', settings };
        await create.mutateAsync({ body });
        onCreated(procedureId);
      }}
      onClose={onClose}
    >
      <NewProcedureField name="name" />
      <NewProcedureField name="code" />
      <NewProcedureField name="batchType" />
      <NewProcedureField name="kind" options={kinds.map((value) => ({ value, label: KIND_LABEL[value] }))} />
    </FormDialog>
  );
}
