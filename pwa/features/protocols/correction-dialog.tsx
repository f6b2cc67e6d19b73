import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import type { RecordValues } from './use-record-values.ts';

/**
 * A confirmation before a recorded value is replaced; only its own button replaces the value. Another user's
 * or a signed value requires a reason. The old value stays in the history.
 */
export function CorrectionDialog({ recording, label }: { recording: RecordValues; label: string }) {
  const { correction } = recording;
  const own = correction !== null && !correction.needsReason;
  const isScan = correction?.entry.inputMethod === 'SCAN';
  return (
    <ConfirmDialog
      open={correction !== null}
      title={own ? `Replace ${label}?` : `Correct ${label}?`}
      confirmLabel={own ? `Replace with ${correction.replacement}` : 'Correct the value'}
      backLabel={correction === null ? 'Back' : `Keep ${correction.before}`}
      danger={own}
      reasonRequired={!own}
      onConfirm={(reason) => void recording.correct(reason)}
      onClose={recording.leaveCorrection}
    >
      <p>
        {`${correction?.by ?? 'You'} recorded `}
        <strong>{correction?.before}</strong>
        {correction?.needsReason && correction.by === null && ', and it was signed'}
        {isScan ? '. You scanned ' : '. You entered '}
        <strong>{correction?.replacement}</strong>
        {own ? '. The old value stays in the history.' : '. Both stay in the history with your reason.'}
      </p>
      {own && isScan && <p>{`Scan ${correction.replacement} again to replace it.`}</p>}
    </ConfirmDialog>
  );
}
