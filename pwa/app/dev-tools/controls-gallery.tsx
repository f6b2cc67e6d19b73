import { Ban, Move, Printer, ScanLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ActionsMenu } from '#pwa/ui/actions-menu.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
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
