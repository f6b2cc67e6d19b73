import type { ShipmentTemperature } from '#db/ordering/orders/order-terms.ts';
import { excursionOf, rangeText } from '#db/specimens/accession/accession-args.ts';
import {
  COOLANT_STATE,
  COOLANT_STATES,
  PACKAGE_CONDITION,
  PACKAGE_CONDITIONS,
} from '#db/specimens/accession/accession-group.ts';
import { packageProblem } from '#db/specimens/accession/accession-lookup.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { TextArea } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { PhotosField } from './photos-field.tsx';
import { decimalOrNull, PACKAGE, photoIds } from './session-args.ts';
import type { SessionDraft } from './session-draft.ts';
import { usePhotosOf } from './use-photos.ts';

const CONDITIONS = PACKAGE_CONDITIONS.map((value) => ({ value, label: PACKAGE_CONDITION[value] }));
const COOLANTS = COOLANT_STATES.map((value) => ({ value, label: COOLANT_STATE[value] }));

interface PackagePartProps {
  draft: SessionDraft;
  onChange(changes: Partial<SessionDraft>): void;
  /** The required transport temperature; null when not specified. */
  temperature: ShipmentTemperature | null;
}

/** A temperature outside the range of the shipment proposes quarantine for all; a person decides (domain 5.3). */
function Excursion({ draft, onChange, temperature }: PackagePartProps) {
  const excursion = excursionOf(decimalOrNull(draft.temperature), temperature);
  if (!excursion || draft.condition === 'TEMPERATURE_EXCURSION') return null;
  return (
    <div className="md:col-span-2">
      <Notice
        tone="warning"
        title={excursion}
        action={
          <Button onClick={() => onChange({ condition: 'TEMPERATURE_EXCURSION', allExcursion: true })}>
            Quarantine all for it
          </Button>
        }
      >
        <p>Is the measure right? Then record a temperature excursion.</p>
      </Notice>
    </div>
  );
}

/** Records the state in which the package arrived. */
export function PackagePart(props: PackagePartProps) {
  const { draft, onChange, temperature } = props;
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
          hint={temperature ? `Required temperature: ${rangeText(temperature)}.` : undefined}
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
        <Excursion {...props} />
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
