import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import type { RecordValues } from './use-record-values.ts';

/** Asks for the reason before another person's value, or a signed one, is changed; the old value stays in the history. */
export function CorrectionDialog({ recording, label }: { recording: RecordValues; label: string }) {
  const { correction } = recording;
  return (
    <ConfirmDialog
      open={correction !== null}
      title={`Correct ${label}?`}
      confirmLabel="Correct the value"
      reasonRequired
      onConfirm={(reason) => void recording.correct(reason)}
      onClose={recording.leaveCorrection}
    >
      <p>
        {`${correction?.by ?? 'You'} recorded `}
        <strong>{correction?.before}</strong>
        {correction?.by === null && ', and it was signed'}
        {'. You entered '}
        <strong>{correction?.entered}</strong>
        {'. Both stay in the history with your reason.'}
      </p>
    </ConfirmDialog>
  );
}
