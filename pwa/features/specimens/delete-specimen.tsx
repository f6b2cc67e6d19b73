import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteSpecimen } from '#db/api/specimens/lab-specimens.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { call } from '#pwa/api/call.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { Button } from '#pwa/ui/button.tsx';
import { OperationDialog } from '#pwa/ui/dialog/operation-dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextArea } from '#pwa/ui/form/text-input.tsx';

interface DeleteSpecimenProps {
  specimen: Pick<Specimen, 'id' | 'julianId' | 'requisitionNumber'>;
  /** Report whether material of the specimen has come to the lab. */
  material: boolean;
  onDeleted(): void;
}

/** Asks the server to delete a specimen; the text of a refusal stays until the next attempt. */
function useDeletion(specimenId: string, onDone: () => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (reason: string): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await call(deleteSpecimen, { params: { id: specimenId }, body: { reason } });
      onDone();
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, run, forget: () => setProblem(null) };
}

/** Deletes a specimen that should not exist; `mayDeleteSpecimen` decides for whom and when. */
export function DeleteSpecimen({ specimen, material, onDeleted }: DeleteSpecimenProps) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const name = specimen.julianId ?? specimen.requisitionNumber;
  const deletion = useDeletion(specimen.id, () => {
    toast.success(`Specimen ${name} is deleted.`);
    onDeleted();
  });
  const missing = reason.trim() === '';
  return (
    <>
      <Button icon={Trash2} onClick={() => setOpen(true)}>
        Delete
      </Button>
      <OperationDialog
        open={open}
        actionLabel="Delete specimen"
        of={name}
        danger
        busy={deletion.busy}
        problem={deletion.problem}
        onConfirm={() => {
          setIsSubmitted(true);
          if (!missing) void deletion.run(reason.trim());
        }}
        onClose={() => {
          setOpen(false);
          setReason('');
          setIsSubmitted(false);
          deletion.forget();
        }}
      >
        <p>
          It leaves all lists, also the customer’s, and is not charged; what was paid for it is given back.
          This cannot be undone. Its history stays.
        </p>
        {material && <p>Its material stays in the lab until it is disposed of or sent back.</p>}
        <Field label="Reason" required error={isSubmitted && missing ? MESSAGES.reasonRequired : null}>
          {(control) => <TextArea {...control} value={reason} onChange={setReason} maxLength={500} />}
        </Field>
      </OperationDialog>
    </>
  );
}
