import { z } from 'zod';
import { bool, date, describeField, text } from '#db/values/field-types.ts';
import { optionalValue } from '#db/values/optional-value.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import { Section } from '#pwa/ui/page.tsx';

const Example = z.object({
  lotNumber: describeField(z.string().min(1, 'Scan or enter the lot number.').max(60), {
    label: 'Lot number',
    input: 'code',
  }),
  concentration: describeField(z.string().min(1, ''), {
    label: 'Concentration',
    hint: 'Between 0 and 2,000',
    input: 'decimal',
    unit: 'ng/µL',
  }),
  boxes: describeField(z.int().min(1, 'At least 1.').max(99, 'At most 99.').nullable(), 'Boxes'),
  condition: describeField(z.enum(['INTACT', 'DAMAGED', 'LEAKING'], 'Choose how the package arrived.'), {
    label: 'Package condition',
  }),
  freezer: text,
  receivedOn: describeField(date, 'Received on'),
  thawed: describeField(bool.nullable(), 'Thawed'),
  note: describeField(text, { label: 'Note', input: 'area' }),
  keep: describeField(bool, 'Keep what is left'),
  warnBelow: describeField(optionalValue(describeField(z.int().min(1, 'At least 1.'), 'Boxes left')), {
    label: 'Warn when few are left',
  }),
});
const ExampleField = fieldOf<typeof Example>();

const FREEZERS = Array.from({ length: 60 }, (_, at) => ({
  value: `F${at + 1}`,
  label: `Freezer ${at + 1}`,
  note: `Room ${100 + (at % 7)}, −80 °C`,
}));

/** Every kind of field in one form; Send on the empty form shows the errors. */
export function FieldsGallery() {
  return (
    <Section title="Fields">
      <Form
        schema={Example}
        defaults={{ keep: true }}
        onSubmit={() => toast.success('Saved on this device.')}
      >
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          <ExampleField name="lotNumber" />
          <ExampleField name="concentration" />
          <ExampleField name="boxes" />
          <ExampleField name="condition" />
          <ExampleField name="freezer" options={FREEZERS} search />
          <ExampleField name="receivedOn" />
          <ExampleField name="thawed" />
          <ExampleField name="note" rows={2} />
          <ExampleField name="keep" />
          <ExampleField name="warnBelow" />
        </div>
        <div>
          <SubmitButton>Send</SubmitButton>
        </div>
      </Form>
    </Section>
  );
}
