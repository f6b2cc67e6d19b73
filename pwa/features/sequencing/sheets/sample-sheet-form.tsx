import type { Batch } from '#db/batches/batch.ts';
import { EXPANSION_KITS, SEQUENCING_KITS } from '#db/sequencing/files/barcode-kits.ts';
import type { SheetChoice } from '#db/sequencing/files/batch-sheet.ts';
import { sheetContentOf } from '#db/sequencing/files/batch-sheet.ts';
import {
  type SheetSample,
  sheetContentProblems,
  writeSampleSheet,
} from '#db/sequencing/files/write-sample-sheet.ts';
import { saveFile } from '#pwa/api/save-file.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { SheetProblems } from './sheet-problems.tsx';

const PLACES = [
  { value: 'position_id', label: 'Position' },
  { value: 'flow_cell_id', label: 'Flow cell' },
] as const;

const KIT_OPTIONS = SEQUENCING_KITS.map((value) => ({ value, label: value }));

function toggled<T>(values: Iterable<T>, value: T, isOn: boolean): T[] {
  const otherValues = [...values].filter((one) => one !== value);
  return isOn ? [...otherValues, value] : otherValues;
}

interface SampleSheetFormProps {
  batch: Batch;
  samples: readonly SheetSample[];
  choice: SheetChoice;
  onChange(changes: Partial<SheetChoice>): void;
}

/** Chooses where a sheet is for, its kits and its samples, and saves it when nothing is wrong. */
export function SampleSheetForm({ batch, samples, choice, onChange }: SampleSheetFormProps) {
  const content = sheetContentOf(batch, samples, choice);
  const problems = sheetContentProblems(content);
  const { place, kit, expansions, aliases } = choice;
  const save = (): void =>
    saveFile(
      new Blob([writeSampleSheet(content)], { type: 'text/csv' }),
      `sample_sheet_${batch.julianId}_${place.value}.csv`,
    );
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="flex flex-col gap-2">
          <Segmented
            label="Sheet for"
            options={PLACES}
            value={place.column}
            onChange={(column) => onChange({ place: { ...place, column } })}
          />
          <Field label={place.column === 'position_id' ? 'Position' : 'Flow cell ID'} required>
            {(control) => (
              <TextInput
                {...control}
                code
                maxLength={40}
                value={place.value}
                onChange={(value) => onChange({ place: { ...place, value: value.trim() } })}
              />
            )}
          </Field>
        </div>
        <Field label="Kit" required>
          {(control) => (
            <Select
              {...control}
              options={KIT_OPTIONS}
              value={kit}
              onChange={(value) => onChange({ kit: value })}
            />
          )}
        </Field>
      </div>
      <fieldset>
        <legend className="mb-1 font-medium text-sm">Expansion kits</legend>
        <div className="flex flex-wrap gap-x-4">
          {EXPANSION_KITS.map((name) => (
            <Checkbox
              key={name}
              label={name}
              value={expansions.includes(name)}
              onChange={(isOn) => onChange({ expansions: toggled(expansions, name, isOn).sort() })}
            />
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-1 font-medium text-sm">Samples on this flow cell</legend>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {samples.map(({ alias, dnaBarcode }) => (
            <Checkbox
              key={alias}
              label={
                <>
                  <span className="code">{alias}</span>
                  <span className="text-ink-soft">{` ${dnaBarcode ?? 'without barcode'}`}</span>
                </>
              }
              value={aliases.has(alias)}
              onChange={(isOn) => onChange({ aliases: new Set(toggled(aliases, alias, isOn)) })}
            />
          ))}
        </div>
      </fieldset>
      <SheetProblems problems={problems} />
      <div>
        <Button variant="primary" disabled={problems.length > 0} onClick={save}>
          Save sample sheet
        </Button>
      </div>
    </div>
  );
}
