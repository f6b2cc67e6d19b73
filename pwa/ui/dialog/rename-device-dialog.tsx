import { useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Dialog } from './dialog.tsx';
import { toast } from './toast.tsx';

interface RenameDeviceDialogProps {
  device: { id: string; name: string };
  rename(id: string, name: string): Promise<unknown>;
  onClose(): void;
  onRenamed(): void;
}

/** A dialog that names a device for its users. */
export function RenameDeviceDialog({ device, rename, onClose, onRenamed }: RenameDeviceDialogProps) {
  const [name, setName] = useState(device.name);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (): Promise<void> => {
    if (name.trim() === '') return setProblem('Enter a name.');
    setBusy(true);
    try {
      await rename(device.id, name.trim());
      toast.success(`${device.name} is now ${name.trim()}.`);
      onRenamed();
      onClose();
    } catch (failure) {
      setProblem(failure instanceof AppError ? failure.message : MESSAGES.unknownError);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={`Rename ${device.name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            Save this name
          </Button>
        </>
      }
    >
      <Field label="Name" required hint="For instance where it stays: Freezer hall 2." error={problem}>
        {(control) => <TextInput {...control} value={name} onChange={setName} maxLength={80} />}
      </Field>
    </Dialog>
  );
}
