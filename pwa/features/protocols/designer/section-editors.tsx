import type { DraftSection, DraftStep } from '#db/protocols/procedures/procedure-content.ts';
import { PictureEditor } from './picture-editor.tsx';
import {
  DecimalSetting,
  FlagSetting,
  LongTextSetting,
  OptionalTextSetting,
  TextSetting,
  WholeSetting,
} from './setting-inputs.tsx';

const MAX_MINUTES = 10_000;

interface SectionEditorProps {
  section: DraftSection;
  /** The types of the lab's equipment, from which a section requires some. */
  equipmentTypes: readonly string[];
  onChange(patch: Partial<DraftSection>): void;
}

/** The settings of a section. */
export function SectionEditor({ section, equipmentTypes, onChange }: SectionEditorProps) {
  const required = section.equipmentTypeRequired;
  const types = [...new Set([...equipmentTypes, ...required])].sort();
  const toggle = (type: string, isRequired: boolean): void =>
    onChange({
      equipmentTypeRequired: isRequired ? [...required, type] : required.filter((one) => one !== type),
    });
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <TextSetting label="Name" required value={section.name} onChange={(name) => onChange({ name })} />
      <LongTextSetting
        label="Instructions"
        value={section.instructions}
        onChange={(instructions) => onChange({ instructions })}
      />
      <div className="flex flex-wrap gap-x-6">
        <FlagSetting
          label="Signed by the person who did it"
          value={section.requiresSignature}
          onChange={(requiresSignature) => onChange({ requiresSignature })}
        />
        <FlagSetting
          label="Reviewed by a second person"
          value={section.requiresReview}
          onChange={(requiresReview) => onChange({ requiresReview })}
        />
      </div>
      <WholeSetting
        label="Estimated time"
        unit="min"
        min={0}
        max={MAX_MINUTES}
        value={section.estimatedMinutes}
        onChange={(estimatedMinutes) => onChange({ estimatedMinutes })}
      />
      {types.length > 0 && (
        <fieldset>
          <legend className="font-medium text-sm">Equipment to scan</legend>
          <div className="flex flex-wrap gap-x-6">
            {types.map((type) => (
              <FlagSetting
                key={type}
                label={type}
                value={required.includes(type)}
                onChange={(isRequired) => toggle(type, isRequired)}
              />
            ))}
          </div>
        </fieldset>
      )}
    </div>
  );
}

interface StepEditorProps {
  step: DraftStep;
  onChange(patch: Partial<DraftStep>): void;
  onPictures(change: (before: DraftStep['pictures']) => DraftStep['pictures']): void;
}

/** The settings of a step. */
export function StepEditor({ step, onChange, onPictures }: StepEditorProps) {
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <TextSetting label="Title" required value={step.title} onChange={(title) => onChange({ title })} />
      <LongTextSetting
        label="Instructions"
        rows={5}
        value={step.instructions}
        onChange={(instructions) => onChange({ instructions })}
      />
      <OptionalTextSetting
        label="Caution"
        hint="Shown with a warning sign beside the step."
        value={step.caution}
        onChange={(caution) => onChange({ caution })}
      />
      <DecimalSetting
        label="Timer"
        unit="min"
        value={step.timerSeconds === null ? null : String(step.timerSeconds / 60)}
        onChange={(minutes) =>
          onChange({ timerSeconds: minutes === null ? null : Math.round(Number(minutes) * 60) || null })
        }
      />
      <PictureEditor pictures={step.pictures} onChange={(change) => onPictures((before) => change(before))} />
    </div>
  );
}
