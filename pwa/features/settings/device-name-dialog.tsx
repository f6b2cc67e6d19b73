import { useState } from 'react';
import { z } from 'zod';
import { MESSAGES } from '#db/errors/messages.ts';
import { callApi } from '#pwa/api/client.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';

interface DeviceNameDialogProps {
  device: { id: string; name: string };
  onClose(): void;
  onSaved(): void;
}

/** Names a device of one's own. */
export function DeviceNameDialog({ device, onClose, onSaved }: DeviceNameDialogProps) {
  const [name, setName] = useState(device.name);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (): Promise<void> => {
    if (name.trim() === '') return setProblem('Enter a name.');
    try {
      const path = `/api/sync/devices/${device.id}`;
      await callApi({ path, method: 'PATCH', data: { name: name.trim() }, answer: z.unknown() });
      onSaved();
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : MESSAGES.unknownError);
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
          <Button variant="primary" onClick={() => void save()}>
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
