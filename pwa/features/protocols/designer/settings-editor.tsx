import { useState } from 'react';
import type { ProcedureSettings } from '#db/protocols/procedures/procedure-content.ts';
import type { StoredProcedureFile } from '#db/protocols/procedures/procedure-file.ts';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { DocumentSetting } from './document-setting.tsx';
import { DecimalSetting, FlagSetting, OptionalTextSetting, WholeSetting } from './setting-inputs.tsx';

interface SettingsEditorProps {
  settings: ProcedureSettings;
  isResearch: boolean;
  /** The SOP file that the server has. */
  document: StoredProcedureFile | null;
  onChange(patch: Partial<ProcedureSettings>, name: string): void;
}

/** The name of the procedure; an empty one is not passed on. */
function NameSetting({ value, onChange }: { value: string; onChange(value: string): void }) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? value;
  return (
    <Field label="Name" required error={text.trim() === '' ? 'Enter the name of the procedure.' : null}>
      {(control) => (
        <TextInput
          {...control}
          value={text}
          maxLength={200}
          onBlur={() => setTyped(null)}
          onChange={(next) => {
            setTyped(next);
            if (next.trim() !== '') onChange(next);
          }}
        />
      )}
    </Field>
  );
}

/** The settings of a procedure: what it takes, its controls, and who signs and reads. */
export function SettingsEditor({ settings, isResearch, document, onChange }: SettingsEditorProps) {
  type NumberName =
    | 'positiveControls'
    | 'negativeControls'
    | 'noTemplateControls'
    | 'minSamples'
    | 'maxSamples';
  const number = (label: string, name: NumberName, min: number, max: number) => (
    <WholeSetting
      label={label}
      required
      min={min}
      max={max}
      value={settings[name]}
      onChange={(value) => value !== null && onChange({ [name]: value }, name)}
    />
  );
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <NameSetting value={settings.name} onChange={(name) => onChange({ name }, 'name')} />
      <div className="grid gap-4 sm:grid-cols-2">
        {number('Fewest samples', 'minSamples', 1, settings.maxSamples)}
        {number('Most samples', 'maxSamples', settings.minSamples, 96)}
        {number('Positive controls', 'positiveControls', 0, 96)}
        {number('Negative controls', 'negativeControls', 0, 96)}
        {number('No-template controls', 'noTemplateControls', 0, 96)}
        <OptionalTextSetting
          label="DNA barcode kit"
          value={settings.dnaBarcodeKit}
          onChange={(dnaBarcodeKit) => onChange({ dnaBarcodeKit }, 'dnaBarcodeKit')}
        />
        <DecimalSetting
          label="Volume from each sample"
          unit="µL"
          value={settings.sampleInputVolume}
          onChange={(sampleInputVolume) => onChange({ sampleInputVolume }, 'sampleInputVolume')}
        />
        <DecimalSetting
          label="Output volume"
          unit="µL"
          value={settings.outputVolume}
          onChange={(outputVolume) => onChange({ outputVolume }, 'outputVolume')}
        />
        <WholeSetting
          label="Estimated time"
          unit="min"
          min={0}
          max={100_000}
          value={settings.estimatedMinutes}
          onChange={(estimatedMinutes) => onChange({ estimatedMinutes }, 'estimatedMinutes')}
        />
        <WholeSetting
          label="Training is valid for"
          unit="months"
          min={1}
          max={120}
          value={settings.competenceMonths}
          onChange={(competenceMonths) => onChange({ competenceMonths }, 'competenceMonths')}
        />
        <WholeSetting
          label="Training counts from version"
          hint="Empty: this version and the one before it."
          min={1}
          max={10_000}
          value={settings.trainingFromVersion}
          onChange={(trainingFromVersion) => onChange({ trainingFromVersion }, 'trainingFromVersion')}
        />
      </div>
      <DocumentSetting
        fileId={settings.documentFileId}
        saved={document}
        onChange={(documentFileId) => onChange({ documentFileId }, 'documentFileId')}
      />
      <div className="flex flex-col">
        {!isResearch && (
          <FlagSetting
            label="For clinical samples"
            value={settings.clinical}
            onChange={(clinical) => onChange({ clinical }, 'clinical')}
          />
        )}
        <FlagSetting
          label="A director approves each batch"
          value={settings.requiresDirectorApproval}
          onChange={(requiresDirectorApproval) =>
            onChange({ requiresDirectorApproval }, 'requiresDirectorApproval')
          }
        />
        <FlagSetting
          label="People confirm that they have read a new version"
          value={settings.requiresReading}
          onChange={(requiresReading) => onChange({ requiresReading }, 'requiresReading')}
        />
        <FlagSetting
          label="Only trained people sign"
          value={settings.requiresTraining}
          onChange={(requiresTraining) => onChange({ requiresTraining }, 'requiresTraining')}
        />
      </div>
    </div>
  );
}
