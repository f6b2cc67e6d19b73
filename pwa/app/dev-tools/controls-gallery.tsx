import { Ban, Move, Printer, ScanLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { ActionsMenu } from '#pwa/ui/actions-menu.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { FormField } from '#pwa/ui/form/form-field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { YesNo } from '#pwa/ui/form/segmented.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextArea, TextInput } from '#pwa/ui/form/text-input.tsx';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Tabs } from '#pwa/ui/tabs.tsx';

const doNothing = (): void => undefined;

/** Buttons, menus, dialogs, tabs and toasts. */
export function ActionsGallery() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <>
      <Section title="Actions">
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="primary" icon={ScanLine}>
            Primary
          </Button>
          <Button icon={Move}>Secondary</Button>
          <Button variant="quiet">Quiet</Button>
          <Button variant="danger" icon={Trash2} onClick={() => setOpen('confirm')}>
            Dispose…
          </Button>
          <Button busy>Busy</Button>
          <Button disabled>Disabled</Button>
          <Button variant="primary" size="large">
            Large
          </Button>
          <IconButton icon={Printer} label="Print label" />
          <ActionsMenu
            actions={[
              { label: 'Move', icon: Move, onSelect: doNothing },
              { label: 'Print label', icon: Printer, onSelect: doNothing },
              {
                label: 'Add to batch',
                icon: Ban,
                onSelect: doNothing,
                disabled: true,
                note: 'Quarantined specimens cannot be batched',
              },
              { label: 'Dispose', icon: Trash2, danger: true, onSelect: () => setOpen('confirm') },
            ]}
          />
          <Button onClick={() => setOpen('dialog')}>Dialog</Button>
          <Button onClick={() => toast.success('Stored in A1')}>Success toast</Button>
          <Button onClick={() => toast.info('You are already a Lab Tech')}>Info toast</Button>
          <Button onClick={() => toast.warning('Freezer 2 is nearly full')}>Warning toast</Button>
          <Button onClick={() => toast.error('Error uploading file')}>Error toast</Button>
        </div>
      </Section>
      <Section title="Tabs">
        <Tabs
          tabs={[
            { id: 'samples', label: 'Samples', count: 42, content: 'The samples of this batch.' },
            { id: 'plate', label: 'Plate', content: 'The plate of this batch.' },
            { id: 'history', label: 'History', count: 7, content: 'What happened to this batch.' },
          ]}
        />
      </Section>
      <Dialog
        open={open === 'dialog'}
        title="Scan the box"
        onClose={close}
        actions={
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        }
      >
        Scan the barcode on the lid. The window stays open for the next scan.
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        title="Dispose 3 samples?"
        confirmLabel="Dispose 3 samples"
        danger
        reasonRequired
        onClose={close}
        onConfirm={close}
      >
        <p>They leave Box 14 and cannot be batched again.</p>
      </ConfirmDialog>
    </>
  );
}

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
