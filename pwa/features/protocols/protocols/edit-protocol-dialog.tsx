import { z } from 'zod';
import { may } from '#db/access/grants.ts';
import { listAnalyses } from '#db/api/sequencing/analyses.ts';
import { ProtocolSettings } from '#db/protocols/protocols/protocol-content.ts';
import {
  DNA_TYPE,
  DnaType,
  SOURCE_SPECIES,
  SOURCE_SPECIES_LIST,
  SPECIMEN_TYPE,
  SpecimenType,
} from '#db/specimens/specimen-material.ts';
import { describeField } from '#db/values/field-types.ts';
import { useCall } from '#pwa/api/use-call.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import type { Option } from '#pwa/ui/form/select.tsx';

const EditedProtocol = z.strictObject({
  ...ProtocolSettings.shape,
  name: describeField(z.string().trim().min(1).max(200), 'Name'),
  description: describeField(ProtocolSettings.shape.description, { label: 'Description', input: 'area' }),
  targetTurnaroundDays: describeField(z.int().min(1).max(365), {
    label: 'Turnaround target',
    unit: 'days',
    message: 'Enter 1 to 365 days.',
  }),
  minVolume: describeField(ProtocolSettings.shape.minVolume, { label: 'Minimum volume', unit: 'µL' }),
  minConcentration: describeField(ProtocolSettings.shape.minConcentration, {
    label: 'Minimum concentration',
    unit: 'ng/µL',
  }),
  minMass: describeField(ProtocolSettings.shape.minMass, { label: 'Minimum mass', unit: 'ng' }),
  targetYieldGb: describeField(ProtocolSettings.shape.targetYieldGb, { label: 'Target yield', unit: 'Gb' }),
  analysisId: describeField(ProtocolSettings.shape.analysisId, {
    label: 'Analysis',
    hint: 'Its newest live version is used.',
  }),
  targetCoverage: describeField(ProtocolSettings.shape.targetCoverage, {
    label: 'Target coverage',
    unit: 'x',
  }),
  clinical: describeField(ProtocolSettings.shape.clinical, 'Clinical: a director approves the results'),
  collectToFillRun: describeField(
    ProtocolSettings.shape.collectToFillRun,
    'Specimens wait until a run is full',
  ),
});
const ProtocolField = fieldOf<typeof EditedProtocol>();

/** Choices of which any number may be ticked. */
export function CheckGroup<Value extends string>({
  value,
  options,
  labels,
  onChange,
}: {
  value: readonly Value[];
  options: readonly Value[];
  labels: Readonly<Record<Value, string>>;
  onChange(value: Value[]): void;
}) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-2">
      {options.map((option) => (
        <Checkbox
          key={option}
          value={value.includes(option)}
          label={labels[option]}
          onChange={(on) => onChange(options.filter((one) => (one === option ? on : value.includes(one))))}
        />
      ))}
    </div>
  );
}

/** Load the live analyses, and the selected one whatever its status. */
function useAnalysisOptions(selectedId: string | null): readonly Option[] {
  const role = useSession().session?.user.role;
  const { data } = useCall(
    listAnalyses,
    { query: { sort: 'name:asc', limit: 500 } },
    { enabled: role !== undefined && may(role, 'lab/analysis:read') },
  );
  return (data?.rows ?? [])
    .filter(({ id, status }) => status === 'LIVE' || id === selectedId)
    .map(({ id, name, code, analysisVersion }) => ({
      value: id,
      label: `${name}, ${code} version ${analysisVersion}`,
    }));
}

/** Changes the settings of a draft. */
export function EditProtocolDialog({
  title,
  settings,
  research,
  onSave,
  onClose,
}: {
  title: string;
  settings: ProtocolSettings;
  /** Research work is never clinical. */
  research: boolean;
  onSave(settings: ProtocolSettings): Promise<unknown>;
  onClose(): void;
}) {
  const analyses = useAnalysisOptions(settings.analysisId);
  return (
    <FormDialog
      title={title}
      submitLabel="Save draft"
      schema={EditedProtocol}
      defaults={settings}
      onSubmit={async (next) => {
        await onSave(next);
        onClose();
      }}
      onClose={onClose}
    >
      <ProtocolField name="name" />
      <ProtocolField name="description" />
      <FormField<SpecimenType[]> name="acceptedSpecimenTypes" label="Accepted specimens" required empty={[]}>
        {(control) => <CheckGroup {...control} options={SpecimenType.options} labels={SPECIMEN_TYPE} />}
      </FormField>
      <FormField<DnaType[]>
        name="acceptedDnaTypes"
        label="Accepted nucleic acids"
        hint="None: any"
        empty={[]}
      >
        {(control) => <CheckGroup {...control} options={DnaType.options} labels={DNA_TYPE} />}
      </FormField>
      <FormField<ProtocolSettings['acceptedSpecies']>
        name="acceptedSpecies"
        label="Accepted species"
        hint="None: any"
        empty={[]}
      >
        {(control) => <CheckGroup {...control} options={SOURCE_SPECIES_LIST} labels={SOURCE_SPECIES} />}
      </FormField>
      <ProtocolField name="minVolume" />
      <ProtocolField name="minConcentration" />
      <ProtocolField name="minMass" />
      <ProtocolField name="targetYieldGb" />
      <ProtocolField name="targetCoverage" />
      <ProtocolField name="analysisId" options={analyses} placeholder="None" />
      <ProtocolField name="targetTurnaroundDays" />
      {!research && <ProtocolField name="clinical" />}
      <ProtocolField name="collectToFillRun" />
    </FormDialog>
  );
}
