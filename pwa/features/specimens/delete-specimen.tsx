import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteSpecimen } from '#db/api/specimens/lab-specimens.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { call } from '#pwa/api/call.ts';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { ReasonField, ReasonForm } from '#pwa/ui/form/schema-field.tsx';

interface DeleteSpecimenProps {
  specimen: Pick<Specimen, 'id' | 'julianId' | 'requisitionNumber'>;
  /** Report whether material of the specimen has come to the lab. */
  material: boolean;
  onDeleted(): void;
}

/** Warns of the deletion of a specimen and asks for the reason. */
export function DeleteSpecimenDialog(props: DeleteSpecimenProps & { open: boolean; onClose(): void }) {
  const { specimen, material, onDeleted, open, onClose } = props;
  const name = specimen.julianId ?? specimen.requisitionNumber;
  const remove = async (reason: string): Promise<void> => {
    await call(deleteSpecimen, { params: { id: specimen.id }, body: { reason } });
    toast.success(`Specimen ${name} is deleted.`);
    onDeleted();
  };
  return (
    <FormDialog
      open={open}
      title={`Delete specimen: ${name}`}
      submitLabel="Delete specimen"
      danger
      schema={ReasonForm}
      onSubmit={({ reason }) => remove(reason)}
      onClose={onClose}
    >
      <p>
        The specimen leaves all lists, also the customer’s, and is not charged; payments for it are refunded.
        This cannot be undone. The history stays.
      </p>
      {material && <p>The material stays in the lab until it is disposed of or sent back.</p>}
      <ReasonField name="reason" />
    </FormDialog>
  );
}

/** Deletes a specimen that should not exist; `mayDeleteSpecimen` decides for whom and when. */
export function DeleteSpecimen(props: DeleteSpecimenProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={Trash2} onClick={() => setOpen(true)}>
        Delete
      </Button>
      <DeleteSpecimenDialog {...props} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
