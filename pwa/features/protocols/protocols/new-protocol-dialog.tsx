import { useWatch } from 'react-hook-form';
import { ulid } from 'ulid';
import { z } from 'zod';
import { hasCapability } from '#db/access/capabilities.ts';
import { listFlows } from '#db/api/protocols/flows.ts';
import { createProtocol } from '#db/api/protocols/protocol-versions.ts';
import { BATCH_TYPE_FACTS, BATCH_TYPES } from '#db/batches/batch.ts';
import { type Flow, type PinnedProcedures, PROCEDURE_ID_FIELD } from '#db/protocols/flow.ts';
import { ProtocolCode } from '#db/protocols/protocols/create-protocol.ts';
import type { ProtocolSettings } from '#db/protocols/protocols/protocol-content.ts';
import { describeField, ref } from '#db/values/field-types.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { NO_PROCEDURES, useProcedureOptions } from '#pwa/features/protocols/flows/flow-form.tsx';
import { procedureDisplay } from '#pwa/features/protocols/versions/version-status.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import type { Option } from '#pwa/ui/form/select.tsx';

const KINDS = ['ROUTINE', 'CLINICAL', 'RESEARCH'] as const;
const KIND_LABEL = {
  ROUTINE: 'Routine, not clinical',
  CLINICAL: 'Clinical',
  RESEARCH: 'Research, without approval',
} as const;

const NewProtocol = z.object({
  name: describeField(z.string().trim().min(1).max(200), 'Name'),
  code: ProtocolCode,
  kind: describeField(z.enum(KINDS), { label: 'Kind', choices: KIND_LABEL }),
  flowId: describeField(ref.nullable(), {
    label: 'Default flow',
    hint: 'Flows for single specimen types are added afterward.',
  }),
  samplePreparationProcedureId: ref.nullable(),
  extractionProcedureId: ref.nullable(),
  libraryPreparationProcedureId: ref.nullable(),
  sequencingProcedureId: ref.nullable(),
});
const NewProtocolField = fieldOf<typeof NewProtocol>();

/** The settings of a protocol before its authors change them. */
const initialSettings = (name: string, clinical: boolean): ProtocolSettings => ({
  name,
  description: null,
  acceptedSpecimenTypes: [],
  acceptedDnaTypes: [],
  acceptedSpecies: [],
  minConcentration: null,
  minVolume: null,
  minMass: null,
  clinical,
  collectToFillRun: false,
  analysisId: null,
  targetYieldGb: null,
  targetCoverage: null,
  targetTurnaroundDays: 21,
});

/** Name a version of a flow, with its state of approval. */
const flowOption = (row: Flow): Option => ({
  value: row.id,
  label: `${row.name}, ${row.code} version ${row.flowVersion} (${procedureDisplay(row).label})`,
});

/** Load the flows that a protocol may take; closed ones only where a rule names them. */
export function useFlowOptions(research: boolean, currentIds: readonly string[] = []): readonly Option[] {
  const { data } = useCall(listFlows, { query: { sort: 'name:asc', limit: 500 } });
  return (data?.rows ?? [])
    .filter(
      ({ id, status }) =>
        currentIds.includes(id) ||
        status === 'APPROVED' ||
        status === (research ? 'RESEARCH' : 'PENDING_APPROVAL'),
    )
    .map(flowOption);
}

/** The default flow, or for research the procedures of a flow of its own. */
function FlowFields() {
  const kind: unknown = useWatch({ name: 'kind' });
  const flowId: unknown = useWatch({ name: 'flowId' });
  const research = kind === 'RESEARCH';
  const flows = useFlowOptions(research);
  const optionsOf = useProcedureOptions(NO_PROCEDURES);
  return (
    <>
      <NewProtocolField name="flowId" options={flows} placeholder={research ? 'Own flow' : 'None yet'} />
      {research && !flowId && (
        <fieldset className="flex flex-col gap-4">
          <legend className="mb-2 font-medium">Procedures of the own flow</legend>
          {BATCH_TYPES.map((type) => (
            <NewProtocolField
              key={type}
              name={PROCEDURE_ID_FIELD[type]}
              label={BATCH_TYPE_FACTS[type].label}
              options={optionsOf(type)}
              placeholder="None"
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

const hasAny = (procedures: PinnedProcedures): boolean => Object.values(procedures).some((id) => id !== null);

/** Creates a protocol with its service; a research one may get a flow of its own. */
export function NewProtocolDialog({
  research,
  onClose,
  onCreated,
}: {
  /** Offers research work first. */
  research: boolean;
  onClose(): void;
  onCreated(protocolId: string): void;
}) {
  const role = useSession().session?.user.role;
  const create = useCallMutation(createProtocol, { invalidates: ['lab/flows'] });
  const kinds = KINDS.filter(
    (kind) =>
      role !== undefined &&
      hasCapability(role, kind === 'RESEARCH' ? 'createResearchProcedures' : 'writeRoutineProcedures'),
  );
  const first = research && kinds.includes('RESEARCH') ? 'RESEARCH' : kinds[0];
  return (
    <FormDialog
      title="New protocol"
      submitLabel="Create protocol"
      schema={NewProtocol}
      defaults={{ ...NO_PROCEDURES, flowId: null, ...(first ? { kind: first } : {}) }}
      onSubmit={async ({ name, code, kind, flowId, ...procedures }) => {
        const protocolId = ulid();
        const isResearch = kind === 'RESEARCH';
        const rule = { isDefault: true, specimenTypes: [], extractedNucleicAcids: null };
        await create.mutateAsync({
          body: {
            protocolId,
            code,
            research: isResearch,
            settings: initialSettings(name, kind === 'CLINICAL'),
            flows: flowId === null ? [] : [{ ...rule, flowId }],
            procedures: isResearch && flowId === null && hasAny(procedures) ? procedures : null,
          },
        });
        onCreated(protocolId);
      }}
      onClose={onClose}
    >
      <NewProtocolField name="name" />
      <NewProtocolField name="code" />
      <NewProtocolField name="kind" options={kinds.map((value) => ({ value, label: KIND_LABEL[value] }))} />
      <FlowFields />
    </FormDialog>
  );
}
