import { Ban, Move, Printer, ScanLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { bool, date, describeField, text } from '#db/values/field-types.ts';
import { optionalValue } from '#db/values/optional-value.ts';
import { ActionsMenu } from '#pwa/ui/actions-menu.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Form, SubmitButton } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
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
        <p>The samples leave Box 14 and cannot be batched again.</p>
      </ConfirmDialog>
    </>
  );
}

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
