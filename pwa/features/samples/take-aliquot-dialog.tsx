import { useState } from 'react';
import type { BenchArgs, BenchOperationName } from '#db/bench-operations.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import { usePlaces } from '#pwa/replica/hooks/use-places.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { volumeProblem } from './volume-now.ts';

interface TakeAliquotDialogProps {
  row: Sample;
  open: boolean;
  onClose(): void;
  onRun<Name extends BenchOperationName>(name: Name, args: BenchArgs[Name], done: string): Promise<void>;
}

/** Asks how much volume was taken for an aliquot, naming the source tube and its location. */
export function TakeAliquotDialog({ row, open, onClose, onRun }: TakeAliquotDialogProps) {
  const [volume, setVolume] = useState('');
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const from = useRow(sample, row.parentSampleId);
  const places = usePlaces();
  const place = from && places?.text(from.storageLocationId, from.storagePosition);
  const typed = volume.trim();
  const missing = typed === '' || Number(typed) === 0 ? 'Enter how much you took.' : volumeProblem(typed);
  const take = (): void => {
    setHasSubmitted(true);
    if (missing) return;
    onClose();
    setVolume('');
    setHasSubmitted(false);
    void onRun('take-aliquot', { sampleId: row.id, volume: typed }, `${row.barcode} is in the queue`);
  };
  return (
    <Dialog
      open={open}
      title={`Take aliquot ${row.barcode}`}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={take}>
          Take aliquot
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {from && (
          <p className="wrap-anywhere">
            {'From '}
            <span className="code font-semibold">{from.barcode}</span>
            {place ? `, ${place}. ` : '. '}
            {from.remainingVolume !== null && `It holds ${from.remainingVolume} µL.`}
          </p>
        )}
        <Field label="Taken" required error={hasSubmitted ? missing : null}>
          {(control) => <NumberInput {...control} decimal unit="µL" value={volume} onChange={setVolume} />}
        </Field>
      </div>
    </Dialog>
  );
}
