import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { callApi } from '#pwa/api/client.ts';
import { ActWindow } from '#pwa/ui/act-window.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { toast } from '#pwa/ui/toast.tsx';

interface DeleteSpecimenProps {
  specimen: Pick<Specimen, 'id' | 'julianId' | 'requisitionNumber'>;
  /** Has material of it come to the lab? */
  material: boolean;
  onDeleted(): void;
}

const textOf = (error: unknown): string =>
  error instanceof AppError ? error.message : MESSAGES.unknownError;

/** Asks the server to delete a specimen; what it says when it refuses stays until the next try. */
function useDeletion(specimenId: string, onDone: () => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (reason: string): Promise<void> => {
    setBusy(true);
    setProblem(null);
    const path = `/api/lab/specimens/${specimenId}`;
    try {
      await callApi({ path, method: 'DELETE', data: { reason }, answer: z.undefined() });
      onDone();
    } catch (error) {
      setProblem(textOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, run, forget: () => setProblem(null) };
}

/** Takes a specimen off the lists that should never have been there; for whom and when, `mayDeleteSpecimen` says. */
export function DeleteSpecimen({ specimen, material, onDeleted }: DeleteSpecimenProps) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState(false);
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
      <ActWindow
        open={open}
        act="Delete specimen"
        of={name}
        danger
        busy={deletion.busy}
        problem={deletion.problem}
        onConfirm={() => {
          setAsked(true);
          if (!missing) void deletion.run(reason.trim());
        }}
        onClose={() => {
          setOpen(false);
          setReason('');
          setAsked(false);
          deletion.forget();
        }}
      >
        <p>
          It leaves all lists, also the customer’s, and is not charged; what was paid for it is given back.
          This cannot be undone. Its history stays.
        </p>
        {material && <p>Its material stays in the lab until it is disposed of or sent back.</p>}
        <Field label="Reason" required error={asked && missing ? MESSAGES.reasonRequired : null}>
          {(control) => <TextArea {...control} value={reason} onChange={setReason} maxLength={500} />}
        </Field>
      </ActWindow>
    </>
  );
}
