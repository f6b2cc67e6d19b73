import { type ReactNode, useState } from 'react';
import type { BenchArgs, BenchOperationName } from '#db/bench-operations.ts';
import {
  CHECK_OUT_PURPOSE,
  CHECK_OUT_PURPOSES,
  type CheckOutPurpose,
} from '#db/samples/check-out-purpose.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { OperationResult } from '#pwa/replica/run-operation.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { DUE_OPTIONS, type DueHours, dueArg } from './due-hours.ts';
import { EndDialog } from './end-dialog.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { TakeAliquotDialog } from './take-aliquot-dialog.tsx';

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
