import { ulid } from 'ulid';
import { z } from 'zod';
import { hasCapability } from '#db/access/capabilities.ts';
import { createFlow } from '#db/api/protocols/flows.ts';
import { listProcedures } from '#db/api/protocols/protocols.ts';
import { BATCH_TYPE_FACTS, BATCH_TYPES, type BatchType } from '#db/batches/batch.ts';
import type { PinnedProcedures } from '#db/protocols/flow.ts';
import { PROCEDURE_ID_FIELD } from '#db/protocols/flow.ts';
import { FlowCode } from '#db/protocols/flows/create-flow.ts';
import { FlowProcedures, FlowSettings } from '#db/protocols/flows/flow-content.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import { describeField } from '#db/values/field-types.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { procedureDisplay } from '#pwa/features/protocols/versions/version-status.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import type { Option } from '#pwa/ui/form/select.tsx';

const KINDS = ['ROUTINE', 'RESEARCH'] as const;
const KIND_LABEL = { ROUTINE: 'Routine', RESEARCH: 'Research, without approval' } as const;

const FlowName = describeField(z.string().trim().min(1).max(200), 'Name');
const EditedFlow = FlowSettings.safeExtend({ name: FlowName });
const EditedField = fieldOf<typeof EditedFlow>();
const ProceduresField = fieldOf<typeof FlowProcedures>();
const NewFlow = FlowSettings.safeExtend({
  name: FlowName,
  code: FlowCode,
  kind: describeField(z.enum(KINDS), { label: 'Kind', choices: KIND_LABEL }),
});
const NewFlowField = fieldOf<typeof NewFlow>();

/** No procedure in any stage. */
export const NO_PROCEDURES: PinnedProcedures = {
  samplePreparationProcedureId: null,
  extractionProcedureId: null,
  libraryPreparationProcedureId: null,
  sequencingProcedureId: null,
};

/** Name a version of a procedure, with its state of approval. */
const optionOf = (row: Procedure): Option => ({
  value: row.id,
  label: `${row.name}, ${row.code} version ${row.procedureVersion} (${procedureDisplay(row).label})`,
});

/** Load the versions of procedures that a flow may take, by batch type; closed ones only where they are chosen. */
export function useProcedureOptions(current: PinnedProcedures): (type: BatchType) => readonly Option[] {
  const { data } = useCall(listProcedures, { query: { sort: 'name:asc', limit: 500 } });
  return (type) =>
    (data?.rows ?? [])
      .filter(
        ({ id, batchType, status }) =>
          batchType === type &&
          (id === current[PROCEDURE_ID_FIELD[type]] || (status !== 'ARCHIVED' && status !== 'REJECTED')),
      )
      .map(optionOf);
}

/** A choice of procedure for each stage, in a form with the fields of `PinnedProcedures`. */
function StageFields({ optionsOf }: { optionsOf(type: BatchType): readonly Option[] }) {
  return BATCH_TYPES.map((type) => (
    <ProceduresField
      key={type}
      name={PROCEDURE_ID_FIELD[type]}
      label={BATCH_TYPE_FACTS[type].label}
      options={optionsOf(type)}
      placeholder="None"
    />
  ));
}

/** Changes the name and the procedures of a draft. */
export function EditFlowDialog({
  title,
  settings,
  onSave,
  onClose,
}: {
  title: string;
  settings: FlowSettings;
  onSave(settings: FlowSettings): Promise<unknown>;
  onClose(): void;
}) {
  const optionsOf = useProcedureOptions(settings);
  return (
    <FormDialog
      title={title}
      submitLabel="Save draft"
      schema={EditedFlow}
      defaults={settings}
      onSubmit={async (next) => {
        await onSave(next);
        onClose();
      }}
      onClose={onClose}
    >
      <EditedField name="name" />
      <StageFields optionsOf={optionsOf} />
    </FormDialog>
  );
}

/** Changes the procedures of a research protocol's own flow. */
export function EditProceduresDialog({
  title,
  procedures,
  onSave,
  onClose,
}: {
  title: string;
  procedures: PinnedProcedures;
  onSave(procedures: PinnedProcedures): Promise<unknown>;
  onClose(): void;
}) {
  const optionsOf = useProcedureOptions(procedures);
  return (
    <FormDialog
      title={title}
      submitLabel="Save draft"
      schema={FlowProcedures}
      defaults={procedures}
      onSubmit={async (next) => {
        await onSave(next);
        onClose();
      }}
      onClose={onClose}
    >
      <StageFields optionsOf={optionsOf} />
    </FormDialog>
  );
}

/** Creates a flow from the procedures of its stages. */
export function NewFlowDialog({ onClose, onCreated }: { onClose(): void; onCreated(flowId: string): void }) {
  const role = useSession().session?.user.role;
  const create = useCallMutation(createFlow);
  const optionsOf = useProcedureOptions(NO_PROCEDURES);
  const kinds = KINDS.filter(
    (kind) =>
      role !== undefined &&
      hasCapability(role, kind === 'RESEARCH' ? 'createResearchProcedures' : 'writeRoutineProcedures'),
  );
  return (
    <FormDialog
      title="New flow"
      submitLabel="Create flow"
      schema={NewFlow}
      defaults={{ ...NO_PROCEDURES, ...(kinds[0] ? { kind: kinds[0] } : {}) }}
      onSubmit={async ({ code, kind, ...settings }) => {
        const flowId = ulid();
        await create.mutateAsync({ body: { flowId, code, research: kind === 'RESEARCH', settings } });
        onCreated(flowId);
      }}
      onClose={onClose}
    >
      <NewFlowField name="name" />
      <NewFlowField name="code" />
      <NewFlowField name="kind" options={kinds.map((value) => ({ value, label: KIND_LABEL[value] }))} />
      <StageFields optionsOf={optionsOf} />
    </FormDialog>
  );
}
