import type { JobEffect } from '#db/records/job-tasks.ts';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { EFFECT_TEXT } from './job-effects.ts';

/** A start that waits for a confirmation. */
export interface PendingStart {
  title: string;
  effect: JobEffect;
  /** The action: "Run now" or "Retry". */
  label: string;
  path: string;
}

/** Asks for confirmation before a run that sends emails, moves money or deletes data. */
export function ConfirmRun({
  pending,
  onConfirm,
  onClose,
}: {
  pending: PendingStart | null;
  onConfirm(start: PendingStart): void;
  onClose(): void;
}) {
  return (
    <ConfirmDialog
      open={pending !== null}
      title={pending?.title ?? ''}
      confirmLabel={pending?.label ?? ''}
      danger={pending?.effect === 'DELETION'}
      onConfirm={() => pending && onConfirm(pending)}
      onClose={onClose}
    >
      <p>{pending && EFFECT_TEXT[pending.effect]}</p>
    </ConfirmDialog>
  );
}
