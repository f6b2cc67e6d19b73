import { useState } from 'react';
import {
  CHECK_OUT_PURPOSE,
  CHECK_OUT_PURPOSES,
  type CheckOutPurpose,
} from '#db/samples/check-out-purpose.ts';
import {
  FAILED_SAMPLE_REASON,
  FAILED_SAMPLE_REASONS,
  type FailedSampleReason,
} from '#db/samples/failed-sample-reason.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { OperationResult } from '#pwa/replica/run-operation.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Select } from '#pwa/ui/form/select.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { EndDialog } from './end-dialog.tsx';
import { TakeAliquotDialog } from './take-aliquot-dialog.tsx';

export type DialogKind = 'CHECK_OUT' | 'ALIQUOT' | 'FAIL' | 'DISPOSE' | 'SEND';

interface SampleDialogsProps {
  row: Sample;
  kind: DialogKind | null;
  onClose(): void;
  onRun(name: string, args: Record<string, unknown>, done: string): Promise<void>;
  /** An act with a window of its own was done. */
  onDone(result: OperationResult, done: string): void;
}

const PURPOSES = CHECK_OUT_PURPOSES.map((value) => ({ value, label: CHECK_OUT_PURPOSE[value] }));
const REASONS = FAILED_SAMPLE_REASONS.map((value) => ({ value, label: FAILED_SAMPLE_REASON[value] }));

/** The windows that ask what an act on one tube needs. */
export function SampleDialogs({ row, kind, onClose, onRun, onDone }: SampleDialogsProps) {
  return (
    <>
      <CheckOutDialog row={row} open={kind === 'CHECK_OUT'} onClose={onClose} onRun={onRun} />
      <TakeAliquotDialog row={row} open={kind === 'ALIQUOT'} onClose={onClose} onRun={onRun} />
      <FailDialog row={row} open={kind === 'FAIL'} onClose={onClose} onRun={onRun} />
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
            onClose();
            void onRun(
              'check-out-sample',
              { sampleId: row.id, purpose, typed: true },
              `${row.barcode} checked out to you`,
            );
          }}
        >
          Check out
        </Button>
      }
    >
      <Field label="Purpose" required hint="It is due back in 12 hours.">
        {(control) => (
          <Select<CheckOutPurpose> {...control} options={PURPOSES} value={purpose} onChange={setPurpose} />
        )}
      </Field>
    </Dialog>
  );
}

function FailDialog({ row, open, onClose, onRun }: OneDialogProps) {
  const [reason, setReason] = useState<FailedSampleReason | ''>('');
  const [notes, setNotes] = useState('');
  const [asked, setAsked] = useState(false);
  const fail = (): void => {
    setAsked(true);
    if (reason === '') return;
    onClose();
    const failureNotes = notes.trim() === '' ? null : notes.trim();
    void onRun(
      'fail-sample',
      { sampleId: row.id, failureReason: reason, failureNotes },
      `${row.barcode} failed`,
    );
  };
  return (
    <Dialog
      open={open}
      title={`Fail ${row.barcode}`}
      onClose={onClose}
      actions={
        <Button variant="danger" onClick={fail}>
          Fail this sample
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Reason" required error={asked && reason === '' ? 'A reason is required.' : null}>
          {(control) => (
            <Select<FailedSampleReason> {...control} options={REASONS} value={reason} onChange={setReason} />
          )}
        </Field>
        <Field label="Notes">
          {(control) => <TextArea {...control} value={notes} onChange={setNotes} maxLength={1_000} />}
        </Field>
      </div>
    </Dialog>
  );
}
