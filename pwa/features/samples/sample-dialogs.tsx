import type { ReactNode } from 'react';
import { z } from 'zod';
import type { BenchArgs, BenchOperationName } from '#db/bench-operations.ts';
import { CHECK_OUT_PURPOSE, CHECK_OUT_PURPOSES, type Sample, sample } from '#db/samples/sample.ts';
import { Volume } from '#db/samples/volume.ts';
import { describeField } from '#db/values/field-types.ts';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import { usePlaces } from '#pwa/replica/hooks/use-places.ts';
import type { OperationResult } from '#pwa/replica/operations/run-operation.ts';
import { ConfirmDialog } from '#pwa/ui/dialog/confirm-dialog.tsx';
import { FormDialog } from '#pwa/ui/form/form.tsx';
import { fieldOf } from '#pwa/ui/form/schema-field.tsx';
import { DUE_OPTIONS, DueHours, dueArg } from './custody/due-hours.ts';
import { EndDialog } from './custody/end-samples-dialog.tsx';
import { HandOverDialog } from './custody/hand-over-dialog.tsx';

interface TakeAliquotDialogProps {
  row: Sample;
  open: boolean;
  onClose(): void;
  onRun<Name extends BenchOperationName>(name: Name, args: BenchArgs[Name], done: string): Promise<void>;
}

const TakenVolume = z
  .string()
  .trim()
  .refine((typed) => typed !== '' && Number(typed) !== 0, {
    message: 'Enter how much you took.',
    abort: true,
  })
  .pipe(Volume);
const AliquotForm = z.object({
  volume: describeField(TakenVolume, { label: 'Taken', input: 'decimal', unit: 'µL' }),
});
const AliquotField = fieldOf<typeof AliquotForm>();

/** Asks how much volume was taken for an aliquot, naming the source tube and its location. */
function TakeAliquotDialog({ row, open, onClose, onRun }: TakeAliquotDialogProps) {
  const from = useRow(sample, row.parentSampleId);
  const places = usePlaces();
  const place = from && places?.text(from.storageLocationId, from.storagePosition);
  return (
    <FormDialog
      open={open}
      title={`Take aliquot ${row.barcode}`}
      submitLabel="Take aliquot"
      backLabel={null}
      schema={AliquotForm}
      onSubmit={({ volume }) => {
        onClose();
        void onRun('take-aliquot', { sampleId: row.id, volume }, `${row.barcode} is in the queue`);
      }}
      onClose={onClose}
    >
      {from && (
        <p className="wrap-anywhere">
          {'From '}
          <span className="code font-semibold">{from.barcode}</span>
          {place ? `, ${place}. ` : '. '}
          {from.remainingVolume !== null && `Remaining volume: ${from.remainingVolume} µL.`}
        </p>
      )}
      <AliquotField name="volume" />
    </FormDialog>
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
        Confirms that you reviewed the flag. Your name and reason are recorded.
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

const CheckOutForm = z.object({
  purpose: describeField(z.enum(CHECK_OUT_PURPOSES), { label: 'Purpose', choices: CHECK_OUT_PURPOSE }),
  due: describeField(DueHours, 'Due back'),
});
const CheckOutField = fieldOf<typeof CheckOutForm>();

function CheckOutDialog({ row, open, onClose, onRun }: OneDialogProps) {
  return (
    <FormDialog
      open={open}
      title={`Check out ${row.barcode}`}
      submitLabel="Check out"
      backLabel={null}
      schema={CheckOutForm}
      defaults={{ purpose: 'BATCH', due: '12' }}
      onSubmit={({ purpose, due }) => {
        onClose();
        void onRun(
          'check-out-sample',
          { sampleId: row.id, purpose, ...dueArg(due), typed: true },
          `${row.barcode} checked out to you`,
        );
      }}
      onClose={onClose}
    >
      <CheckOutField name="purpose" />
      <CheckOutField name="due" options={DUE_OPTIONS} />
    </FormDialog>
  );
}
