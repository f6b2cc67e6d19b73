import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';

interface SignOutWarningProps {
  /** How many acts are only on this device; none shows nothing. */
  unsent: number;
  onStay(): void;
  onLeave(): void;
}

/** Says what stays behind on this device before a person signs out. */
export function SignOutWarning({ unsent, onStay, onLeave }: SignOutWarningProps) {
  return (
    <ConfirmDialog
      open={unsent > 0}
      title="Sign out with unsent work?"
      confirmLabel="Sign out anyway"
      danger
      onConfirm={onLeave}
      onClose={onStay}
    >
      {`${unsent} of your acts ${unsent === 1 ? 'is' : 'are'} only on this device. They are kept here and sent when you sign in on it again.`}
    </ConfirmDialog>
  );
}
