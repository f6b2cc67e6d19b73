import { type ReactNode, useState } from 'react';
import type { BenchArgs, BenchOperationName } from '#db/bench-operations.ts';
import {
  CHECK_OUT_PURPOSE,
  CHECK_OUT_PURPOSES,
  type CheckOutPurpose,
  type Sample,
  sample,
} from '#db/samples/sample.ts';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import { usePlaces } from '#pwa/replica/hooks/use-places.ts';
import type { OperationResult } from '#pwa/replica/operations/run-operation.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { NumberInput } from '#pwa/ui/form/number-input.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { DUE_OPTIONS, type DueHours, dueArg } from './custody/due-hours.ts';
import { EndDialog } from './custody/end-samples-dialog.tsx';
import { HandOverDialog } from './custody/hand-over-dialog.tsx';
import { volumeProblem } from './placing/volume-field.tsx';

interface TakeAliquotDialogProps {
  row: Sample;
  open: boolean;
  onClose(): void;
  onRun<Name extends BenchOperationName>(name: Name, args: BenchArgs[Name], done: string): Promise<void>;
}

/** Asks how much volume was taken for an aliquot, naming the source tube and its location. */
function TakeAliquotDialog({ row, open, onClose, onRun }: TakeAliquotDialogProps) {
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

export type DialogKind = 'CHECK_OUT' | 'HAND_OVER' | 'ALIQUOT' | 'REVIEW' | 'FAIL' | 'DISPOSE' | 'SEND';

/** The dialog that fails a sample; it belongs to another feature and comes from the route. */
export type Failing = (sample: Pick<Sample, 'id' | 'barcode'>, onClose: () => void) => ReactNode;

interface SampleDialogsProps {
  row: Sample;
  kind: DialogKind | null;
  failing: Failing;
  onClose(): void;
  onRun<Name extends BenchOperationName>(name: Name, args: BenchArgs[Name], done: string): Promise<void>;
  /** Called when an action with its own dialog is done. */
  onDone(result: OperationResult, done: string): void;
}

const PURPOSES = CHECK_OUT_PURPOSES.map((value) => ({ value, label: CHECK_OUT_PURPOSE[value] }));

/** The dialogs for actions on one tube. */
export function SampleDialogs({ row, kind, failing, onClose, onRun, onDone }: SampleDialogsProps) {
  return (
    <>
      <CheckOutDialog row={row} open={kind === 'CHECK_OUT'} onClose={onClose} onRun={onRun} />
      <TakeAliquotDialog row={row} open={kind === 'ALIQUOT'} onClose={onClose} onRun={onRun} />
      {kind === 'HAND_OVER' && <HandOverDialog row={row} onClose={onClose} onDone={onDone} />}
      <ConfirmDialog
        open={kind === 'REVIEW'}
        title={`Take the flag off ${row.barcode}?`}
        confirmLabel="Reviewed"
        reasonRequired
        onConfirm={(reason) => {
          onClose();
          void onRun('review-sample', { sampleId: row.id, reason }, `${row.barcode} reviewed`);
        }}
        onClose={onClose}
      >
        You looked at why it was flagged, and it may go on. Your name and reason stay in its history.
      </ConfirmDialog>
      {kind === 'FAIL' && failing(row, onClose)}
      {(kind === 'DISPOSE' || kind === 'SEND') && (
        <EndDialog kind={kind} samples={[row]} onClose={onClose} onDone={onDone} />
      )}
    </>
  );
}

interface OneDialogProps {
  row: Sample;
  open: boolean;
  onClose(): void;
  onRun: SampleDialogsProps['onRun'];
}

function CheckOutDialog({ row, open, onClose, onRun }: OneDialogProps) {
  const [purpose, setPurpose] = useState<CheckOutPurpose | ''>('BATCH');
  const [due, setDue] = useState<DueHours>('12');
  return (
    <Dialog
      open={open}
      title={`Check out ${row.barcode}`}
      onClose={onClose}
      actions={
        <Button
          variant="primary"
          disabled={purpose === ''}
          onClick={() => {
            if (purpose === '') return;
            onClose();
            void onRun(
              'check-out-sample',
              { sampleId: row.id, purpose, ...dueArg(due), typed: true },
              `${row.barcode} checked out to you`,
            );
          }}
        >
          Check out
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Purpose" required>
          {(control) => (
            <Select<CheckOutPurpose> {...control} options={PURPOSES} value={purpose} onChange={setPurpose} />
          )}
        </Field>
        <Field label="Due back" required>
          {(control) => (
            <Select<DueHours>
              {...control}
              options={DUE_OPTIONS}
              value={due}
              onChange={(hours) => hours !== '' && setDue(hours)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}
