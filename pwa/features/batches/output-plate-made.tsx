import { Printer } from 'lucide-react';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import { usePlaces } from '#pwa/replica/hooks/use-places.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';

interface OutputPlateMadeProps {
  plate: StorageManagement;
  onPrint(): void;
  onClose(): void;
}

/** The place of the output plate, with its label to print. */
export function OutputPlateMade({ plate, onPrint, onClose }: OutputPlateMadeProps) {
  const places = usePlaces();
  return (
    <Dialog
      open
      title={`${plate.barcode ?? plate.name} is made`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Done</Button>
          <Button variant="primary" icon={Printer} onClick={onPrint}>
            Print its label
          </Button>
        </>
      }
    >
      <p>{`It stands in ${places?.text(plate.parentId, plate.positionInParent) ?? '…'}. Saved on this device.`}</p>
    </Dialog>
  );
}
