import { packageProblem } from '#db/specimens/accession-lookup.ts';
import { COOLANT_STATE, COOLANT_STATES } from '#db/specimens/coolant-state.ts';
import { PACKAGE_CONDITION, PACKAGE_CONDITIONS } from '#db/specimens/package-condition.ts';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { usePhotosOf } from '../photos/use-photos.ts';
import { PACKAGE, photoIds } from './photo-about.ts';
import { PhotosField } from './photos-field.tsx';
import type { SessionDraft } from './session-draft.ts';

const CONDITIONS = PACKAGE_CONDITIONS.map((value) => ({ value, label: PACKAGE_CONDITION[value] }));
const COOLANTS = COOLANT_STATES.map((value) => ({ value, label: COOLANT_STATE[value] }));

interface PackagePartProps {
  draft: SessionDraft;
  onChange(changes: Partial<SessionDraft>): void;
  /** The temperature at which the package was to travel, in words. */
  temperature: string | null;
}

/** How the package arrived. */
export function PackagePart({ draft, onChange, temperature }: PackagePartProps) {
  const photos = photoIds(usePhotosOf(draft.id), PACKAGE).length;
  const damage = draft.condition && packageProblem(draft.condition, draft.note, photos);
  const excursion = draft.condition === 'TEMPERATURE_EXCURSION';
  return (
    <Section title="Package">
      <div className="grid gap-4 md:grid-cols-2">
        <div className="md:col-span-2">
          <p className="mb-1 font-medium text-sm">Condition</p>
          <Segmented
            label="Condition of the package"
            options={CONDITIONS}
            value={draft.condition ?? ''}
            onChange={(condition) =>
              onChange({
                condition,
                allExcursion: condition === 'TEMPERATURE_EXCURSION' && draft.allExcursion,
              })
            }
          />
        </div>
        {excursion && (
          <div className="md:col-span-2">
            <Checkbox
              label="Quarantine everything in it for the temperature excursion"
              value={draft.allExcursion}
              onChange={(allExcursion) => onChange({ allExcursion })}
            />
          </div>
        )}
        <Field
          label="Temperature on arrival"
          hint={temperature ? `It was to travel ${temperature.toLowerCase()}.` : undefined}
        >
          {(control) => (
            <NumberInput
              {...control}
              decimal
              signed
              unit="°C"
              value={draft.temperature}
              onChange={(value) => onChange({ temperature: value })}
            />
          )}
        </Field>
        <Field label="Packages" required>
          {(control) => (
            <NumberInput
              {...control}
              value={draft.packageCount}
              onChange={(packageCount) => onChange({ packageCount })}
            />
          )}
        </Field>
        <div>
          <p className="mb-1 font-medium text-sm">Coolant</p>
          <Segmented
            label="Coolant"
            options={COOLANTS}
            value={draft.coolant ?? ''}
            onChange={(coolant) => onChange({ coolant })}
          />
        </div>
        <div className="md:col-span-2">
          <Field
            label="Note"
            required={draft.condition !== null && draft.condition !== 'INTACT' && photos === 0}
            error={damage}
          >
            {(control) => (
              <TextArea
                {...control}
                value={draft.note}
                maxLength={2000}
                onChange={(note) => onChange({ note })}
              />
            )}
          </Field>
        </div>
        <div className="md:col-span-2">
          <PhotosField sessionId={draft.id} about={PACKAGE} of="the package" />
        </div>
      </div>
    </Section>
  );
}
