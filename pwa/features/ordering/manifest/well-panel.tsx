import { Eraser, ListOrdered } from 'lucide-react';
import type { Ref } from 'react';
import { z } from 'zod';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import type { ManifestColumn } from '#db/ordering/manifest/manifest-columns.ts';
import type { ManifestCells } from '#db/ordering/manifest/manifest-row.ts';
import { describeField } from '#db/values/field-types.ts';
import { WELL_NAMES } from '#db/values/plate-well.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { nameWells, rowInWell, withWell } from './draft-specimen-rows.ts';
import { choicesOf, columnsFor } from './specimen-columns.ts';
import type { SpecimenRows } from './use-specimen-rows.ts';

interface WellPanelProps {
  draft: ShownDraft;
  specimenRows: SpecimenRows;
  plate: number;
  selected: ReadonlySet<string>;
  /** Cell values of every new specimen. */
  presetCells: ManifestCells;
  nameField: Ref<HTMLInputElement>;
  /** Called on Enter in the name field, to move to the next well. */
  onNext(): void;
  onClear(): void;
}

const PLACE = ['shipmentPlateNumber', 'shipmentPlateLocation', 'customerSampleId', 'requisitionNumber'];

const NamingForm = z.object({
  prefix: describeField(z.string().max(40), 'Begins with'),
  first: describeField(z.string(), { label: 'First number', input: 'digits' }),
});
const NamingField = fieldOf<typeof NamingForm>();

/** Names many wells at once. */
function Naming({
  specimenRows,
  plate,
  selected,
  presetCells,
}: Pick<WellPanelProps, 'specimenRows' | 'plate' | 'selected' | 'presetCells'>) {
  const name = ({ prefix, first }: z.infer<typeof NamingForm>): void =>
    specimenRows.change((rows) =>
      nameWells(rows, selected, { plate, prefix, first: Number(first) || 1, more: presetCells }),
    );
  return (
    <Form
      schema={NamingForm}
      defaults={{ prefix: 'S-', first: '1' }}
      onSubmit={name}
      className="flex flex-col gap-3"
    >
      <div className="grid grid-cols-2 gap-2">
        <NamingField name="prefix" required />
        <NamingField name="first" required />
      </div>
      <SubmitButton variant="secondary" icon={ListOrdered}>{`Name ${selected.size} wells`}</SubmitButton>
    </Form>
  );
}

function MaterialField({
  column,
  text,
  choices,
  onChange,
}: {
  column: ManifestColumn;
  text: string;
  choices: readonly string[];
  onChange(text: string): void;
}) {
  return (
    <Field
      label={column.header}
      required={column.needed !== 'never'}
      hint={column.needed === 'clinical' && choices.length === 0 ? column.hint : undefined}
    >
      {(control) =>
        choices.length > 0 ? (
          <Select
            {...control}
            value={choices.includes(text) ? text : ''}
            onChange={onChange}
            options={choices.map((choice) => ({ value: choice, label: choice }))}
          />
        ) : (
          <TextInput {...control} value={text} onChange={onChange} maxLength={200} />
        )
      }
    </Field>
  );
}

/** Contents of the selected wells: all fields of a single one, common fields of several. */
export function WellPanel(props: WellPanelProps) {
  const { draft, specimenRows, plate, selected, presetCells, nameField, onNext, onClear } = props;
  const { rows, manifestFaults, change } = specimenRows;
  const wells = WELL_NAMES.filter((well) => selected.has(well));
  const [only, ...otherWells] = wells;
  if (only === undefined) return <p className="text-ink-soft">Choose one or more wells.</p>;
  const inside = wells.map((well) => rowInWell(rows, plate, well));
  const common = (field: keyof ManifestCells): string => {
    const texts = new Set(inside.flatMap((row) => (row ? [row.cells[field] ?? ''] : [])));
    return texts.size === 1 ? ([...texts][0] ?? '') : '';
  };
  const set = (cells: ManifestCells): void =>
    change((before) =>
      wells.reduce(
        (next, well) =>
          withWell(next, plate, well, rowInWell(next, plate, well) ? cells : { ...presetCells, ...cells }),
        before,
      ),
    );
  const problems = manifestFaults.filter(({ row }) => inside.some((each) => each?.row === row));
  return (
    <section aria-label="Chosen wells" className="flex flex-col gap-3 rounded-md border border-line p-3">
      <h3 className="font-semibold">{otherWells.length === 0 ? `Well ${only}` : `${wells.length} wells`}</h3>
      {problems.map(({ row, field, problem }) => (
        <p key={`${row} ${field}`} data-tone="danger" className="text-sm text-tone-ink">
          {problem}
        </p>
      ))}
      {otherWells.length === 0 ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onNext();
          }}
        >
          <Field label="Sample ID" required>
            {(control) => (
              <TextInput
                {...control}
                ref={nameField}
                code
                value={common('customerSampleId')}
                onChange={(text) => set({ customerSampleId: text })}
                maxLength={50}
              />
            )}
          </Field>
        </form>
      ) : (
        <Naming {...{ specimenRows, plate, selected, presetCells }} />
      )}
      {columnsFor(draft, rows)
        .filter(({ field }) => !PLACE.includes(field))
        .map((column) => (
          <MaterialField
            key={column.field}
            column={column}
            text={common(column.field)}
            choices={choicesOf(column.field, draft)}
            onChange={(text) => set({ [column.field]: text })}
          />
        ))}
      {inside.some(Boolean) && (
        <Button icon={Eraser} onClick={onClear}>
          {otherWells.length === 0 ? `Empty ${only}` : `Empty ${wells.length} wells`}
        </Button>
      )}
    </section>
  );
}
