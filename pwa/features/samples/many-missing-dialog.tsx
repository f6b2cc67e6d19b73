import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';

interface ManyMissingDialogProps {
  open: boolean;
  place: string;
  missing: number;
  expected: number;
  onConfirm(): void;
  onClose(): void;
}

/** Asks for confirmation before most samples of a location are marked as not found. */
export function ManyMissingDialog({ place, missing, expected, ...props }: ManyMissingDialogProps) {
  return (
    <ConfirmDialog
      {...props}
      title={`Mark ${missing} of ${expected} tubes as not found?`}
      danger
      confirmLabel={`Mark ${missing} as not found`}
      backLabel="Continue scanning"
    >
      <p>{`More than half of what is recorded in ${place} was not scanned.`}</p>
      <p>{`Scan ${place} again to record it, or another tube to go on.`}</p>
    </ConfirmDialog>
  );
}
