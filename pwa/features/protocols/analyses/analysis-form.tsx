import { ulid } from 'ulid';
import { z } from 'zod';
import { hasCapability } from '#db/access/capabilities.ts';
import { createAnalysis } from '#db/api/sequencing/analyses.ts';
import { FILE_SUBTYPE_LABEL, type FileSubtype } from '#db/records/files/file-type.ts';
import { RESULT_SUBTYPES } from '#db/records/files/result-files.ts';
import { AnalysisCode, AnalysisSettings } from '#db/sequencing/analyses/analysis-content.ts';
import { SOURCE_SPECIES, SOURCE_SPECIES_LIST } from '#db/specimens/specimen-material.ts';
import { describeField } from '#db/values/field-types.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { CheckGroup } from '#pwa/features/protocols/protocols/edit-protocol-dialog.tsx';
import { useSession } from '#pwa/replica/session/session.ts';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';

const Parameters = AnalysisSettings.shape.parameters;

/** Parse the parameters of a pipeline; undefined when the text is not a JSON object. */
function parseParameters(text: string): z.infer<typeof Parameters> | undefined {
  try {
    return Parameters.safeParse(JSON.parse(text.trim() === '' ? '{}' : text)).data;
  } catch {
    return undefined;
  }
}

const Form = z.strictObject({
  ...AnalysisSettings.shape,
  parameters: describeField(
    z
      .string()
      .max(20_000)
      .refine((text) => parseParameters(text) !== undefined),
    {
      label: 'Parameters',
      hint: 'A JSON object, as the pipeline reads it.',
      message: 'Enter a JSON object, for example {"snp": true}.',
      input: 'area',
    },
  ),
});
type Form = z.infer<typeof Form>;
const AnalysisField = fieldOf<typeof Form>();

const KINDS = ['ROUTINE', 'RESEARCH'] as const;
const KIND_LABEL = { ROUTINE: 'Routine', RESEARCH: 'Research' } as const;
const NewForm = Form.safeExtend({
  code: AnalysisCode,
  kind: describeField(z.enum(KINDS), { label: 'Kind', choices: KIND_LABEL }),
});
const NewField = fieldOf<typeof NewForm>();

const toSettings = ({ parameters, ...settings }: Form): AnalysisSettings => ({
  ...settings,
  parameters: parseParameters(parameters) ?? {},
});

function SettingsFields() {
  return (
    <>
      <AnalysisField name="name" />
      <AnalysisField name="description" />
      <AnalysisField name="pipelineUri" />
      <AnalysisField name="parameters" />
      <AnalysisField name="referenceGenome" />
      <FormField<AnalysisSettings['sourceSpecies']>
        name="sourceSpecies"
        label="Species"
        hint="None: any"
        empty={[]}
      >
        {(control) => <CheckGroup {...control} options={SOURCE_SPECIES_LIST} labels={SOURCE_SPECIES} />}
      </FormField>
      <FormField<FileSubtype[]> name="outputs" label="Outputs" required empty={[]}>
        {(control) => <CheckGroup {...control} options={RESULT_SUBTYPES} labels={FILE_SUBTYPE_LABEL} />}
      </FormField>
      <AnalysisField name="minYieldGb" />
      <AnalysisField name="minMeanQ" />
      <AnalysisField name="minCoverage" />
    </>
  );
}

/** Changes the settings of a draft. */
export function EditAnalysisDialog({
  title,
  settings,
  onSave,
  onClose,
}: {
  title: string;
  settings: AnalysisSettings;
  onSave(settings: AnalysisSettings): Promise<unknown>;
  onClose(): void;
}) {
  return (
    <FormDialog
      title={title}
      submitLabel="Save draft"
      schema={Form}
      defaults={{ ...settings, parameters: JSON.stringify(settings.parameters, null, 2) }}
      onSubmit={async (form) => {
        await onSave(toSettings(form));
        onClose();
      }}
      onClose={onClose}
    >
      <SettingsFields />
    </FormDialog>
  );
}

/** Creates an analysis as a draft. */
export function NewAnalysisDialog({ onClose, onCreated }: { onClose(): void; onCreated(id: string): void }) {
  const role = useSession().session?.user.role;
  const create = useCallMutation(createAnalysis);
  const kinds = KINDS.filter(
    (kind) =>
      role !== undefined &&
      hasCapability(role, kind === 'RESEARCH' ? 'createResearchProcedures' : 'writeRoutineProcedures'),
  );
  return (
    <FormDialog
      title="New analysis"
      submitLabel="Create analysis"
      schema={NewForm}
      defaults={{ parameters: '{}', ...(kinds[0] ? { kind: kinds[0] } : {}) }}
      onSubmit={async ({ code, kind, ...form }) => {
        const analysisId = ulid();
        const settings = toSettings(form);
        await create.mutateAsync({ body: { analysisId, code, research: kind === 'RESEARCH', settings } });
        onCreated(analysisId);
      }}
      onClose={onClose}
    >
      <NewField name="code" />
      <NewField name="kind" options={kinds.map((value) => ({ value, label: KIND_LABEL[value] }))} />
      <SettingsFields />
    </FormDialog>
  );
}
