import { z } from 'zod';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Form } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { YesNo } from '#pwa/ui/form/segmented.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { SubmitButton } from '#pwa/ui/form/submit-button.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { toast } from '#pwa/ui/toast.tsx';

const Example = z.object({
  lotNumber: z.string().min(1, 'Scan or enter the lot number.'),
  concentration: z.string().min(1, ''),
  condition: z.string().min(1, 'Choose how the package arrived.'),
  freezer: z.string(),
  receivedOn: z.iso.date(''),
  thawed: z.boolean().nullable(),
  keep: z.boolean(),
  note: z.string(),
});
const EMPTY = {
  lotNumber: '',
  concentration: '',
  condition: '',
  freezer: '',
  receivedOn: '',
  thawed: null,
  keep: true,
  note: '',
};
const CONDITIONS = ['Intact', 'Damaged', 'Leaking'].map((label) => ({ value: label, label }));
const FREEZERS = Array.from({ length: 60 }, (_, at) => ({
  value: `F${at + 1}`,
  label: `Freezer ${at + 1}`,
  note: `Room ${100 + (at % 7)}, −80 °C`,
}));

/** Every input in one form; Send on the empty form shows the errors. */
export function FieldsGallery() {
  return (
    <Section title="Fields">
      <Form schema={Example} defaults={EMPTY} onSubmit={() => toast.success('Saved on this device.')}>
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          <FormField name="lotNumber" label="Lot number" required empty="">
            {(control) => <TextInput {...control} code />}
          </FormField>
          <FormField name="concentration" label="Concentration" required empty="" hint="Between 0 and 2,000">
            {(control) => <NumberInput {...control} decimal unit="ng/µL" />}
          </FormField>
          <FormField name="condition" label="Package condition" required empty="">
            {(control) => <Select {...control} options={CONDITIONS} />}
          </FormField>
          <FormField name="freezer" label="Freezer" empty="">
            {(control) => <Combobox {...control} options={FREEZERS} />}
          </FormField>
          <FormField name="receivedOn" label="Received on" required empty="">
            {(control) => <TextInput {...control} type="date" />}
          </FormField>
          <FormField<boolean | null> name="thawed" label="Thawed" empty={null}>
            {(control) => <YesNo label="Thawed" value={control.value} onChange={control.onChange} />}
          </FormField>
          <FormField name="note" label="Note" empty="">
            {(control) => <TextArea {...control} rows={2} />}
          </FormField>
          <FormField name="keep" label="After the run" empty={false}>
            {(control) => <Checkbox {...control} label="Keep what is left" />}
          </FormField>
        </div>
        <div>
          <SubmitButton>Send</SubmitButton>
        </div>
      </Form>
    </Section>
  );
}
